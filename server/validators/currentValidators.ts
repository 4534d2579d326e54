import type { FormDefinition } from '#schemas/forms.ts';
import { limits } from '#schemas/limits.ts';
import { compileForm } from '#src/engine/core/compileForm.ts';
import type { FormRevisionRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { registry } from '#widgets/registry.ts';
import { CompilationFailed, compileValidators, sourceOf } from './compileValidators.ts';
import {
  deleteValidatorsBefore,
  findValidators,
  keepValidators,
  type ValidatorColumns,
} from './repository.ts';

const known = new Set<string>(); // revisions whose validators this build would make just so
const making = new Map<string, Promise<ValidatorColumns>>();

async function compileAgain(
  { db, clock }: Deps,
  { formId, number }: FormRevisionRow,
  form: ReturnType<typeof compileForm>,
): Promise<ValidatorColumns> {
  const { code, module, hash, source } = await compileValidators(form).catch((error: unknown) => {
    throw error instanceof CompilationFailed ? problem('unavailable') : error;
  });
  const validators = {
    validatorCode: code,
    validatorModule: module,
    validatorHash: hash,
    validatorSource: source,
  };
  await keepValidators(db, { formId, number, ...validators, createdAt: clock.now().toISOString() });
  return validators;
}

/**
 * The revision with validators as this build makes them: another build's may be called otherwise, or judge otherwise. They
 * are made when somebody needs them, once, and kept beside those of other builds, so that two that are at work during an
 * update leave each other's alone. Throws `unavailable` when that does not succeed now.
 */
export async function withCurrentValidators(
  deps: Deps,
  revision: FormRevisionRow,
): Promise<FormRevisionRow> {
  const name = `${revision.formId}/${revision.number}`;
  const nameAndSource = `${name} ${revision.validatorSource}`;
  if (known.has(nameAndSource)) return revision;
  const form = compileForm(JSON.parse(revision.definition) as FormDefinition, registry);
  const source = sourceOf(form);
  if (source === revision.validatorSource) {
    known.add(nameAndSource);
    return revision;
  }
  const made =
    making.get(name) ??
    findValidators(deps.db, revision, source)
      .then((kept) => kept ?? compileAgain(deps, revision, form))
      .finally(() => making.delete(name));
  making.set(name, made);
  return { ...revision, ...(await made) };
}

/** Those of builds that are long gone; what is still needed is made again. */
export const forgetValidators = ({ db, clock }: Deps): Promise<void> =>
  deleteValidatorsBefore(
    db,
    new Date(clock.now().getTime() - limits.form.validatorsKeptDays * 24 * 3_600_000).toISOString(),
  );
