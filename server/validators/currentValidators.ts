import { dayMs } from '#schemas/platform/time.ts';
import { compileLimits } from '#server/validators/limits.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import type { Revision } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { registry } from '#widgets/registry.ts';
import { CompilationFailed, compileValidators, hashSource } from './compileValidators.ts';
import {
  deleteValidatorsBefore,
  findValidators,
  insertValidators,
  type ValidatorColumns,
} from './repository.ts';

// revisions whose validators this build would compile to the same result
const known = new Set<string>();
const making = new Map<string, Promise<ValidatorColumns>>();

async function compileAgain(
  { db, clock }: Deps,
  { formId, number }: Revision,
  form: ReturnType<typeof toJsonSchema>,
): Promise<ValidatorColumns> {
  const { code, module, hash, source } = await compileValidators(form).catch((error: unknown) => {
    throw error instanceof CompilationFailed ? createProblem('unavailable') : error;
  });
  const validators = {
    validatorCode: code,
    validatorModule: module,
    validatorHash: hash,
    validatorSource: source,
  };
  await insertValidators(db, {
    formId,
    number,
    ...validators,
    createdAt: clock.now().toISOString(),
  });
  return validators;
}

/**
 * Returns the revision with validators of this build, because another build's may differ. They are
 * compiled on demand, once, and stored beside those of other builds, so that two builds during an
 * update do not overwrite each other. Throws `unavailable` if compilation fails.
 */
export async function withCurrentValidators(deps: Deps, revision: Revision): Promise<Revision> {
  const name = `${revision.formId}/${revision.number}`;
  const nameAndSource = `${name} ${revision.validatorSource}`;
  if (known.has(nameAndSource)) return revision;
  const form = toJsonSchema(revision.definition, registry);
  const source = hashSource(form);
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

/** Deletes the validators of old builds; those still needed are compiled again. */
export const deleteOldValidators = ({ db, clock }: Deps): Promise<void> =>
  deleteValidatorsBefore(
    db,
    new Date(clock.now().getTime() - compileLimits.validatorsKeptDays * dayMs).toISOString(),
  );
