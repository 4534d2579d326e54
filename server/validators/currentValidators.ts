import type { FormDefinition } from '#schemas/forms.ts';
import { compileForm } from '#src/engine/core/compileForm.ts';
import type { FormRevisionRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { registry } from '#widgets/registry.ts';
import { CompilationFailed, compileValidators, sourceOf } from './compileValidators.ts';
import { replaceValidators, type ValidatorColumns } from './repository.ts';

const known = new Set<string>(); // revisions whose validators this build would make just so
const compiling = new Map<string, Promise<ValidatorColumns>>();

async function compileAgain({ db }: Deps, revision: FormRevisionRow, form: ReturnType<typeof compileForm>): Promise<ValidatorColumns> {
  const { code, module, hash, source } = await compileValidators(form).catch((error: unknown) => {
    throw error instanceof CompilationFailed ? problem('unavailable') : error;
  });
  const validators = { validatorCode: code, validatorModule: module, validatorHash: hash, validatorSource: source };
  await replaceValidators(db, revision, validators);
  return validators;
}

/**
 * The revision with validators as this build makes them: what an earlier build has stored may be called otherwise, or judge
 * otherwise. They are made anew when somebody needs them, once. Throws `unavailable` when that does not succeed now.
 */
export async function withCurrentValidators(deps: Deps, revision: FormRevisionRow): Promise<FormRevisionRow> {
  const name = `${revision.formId}/${revision.number}`;
  const nameAndSource = `${name} ${revision.validatorSource}`;
  if (known.has(nameAndSource)) return revision;
  const form = compileForm(JSON.parse(revision.definition) as FormDefinition, registry);
  if (sourceOf(form) === revision.validatorSource) {
    known.add(nameAndSource);
    return revision;
  }
  const compiled = compiling.get(name) ?? compileAgain(deps, revision, form).finally(() => compiling.delete(name));
  compiling.set(name, compiled);
  return { ...revision, ...(await compiled) };
}
