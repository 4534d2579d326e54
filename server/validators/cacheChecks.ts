import type { FormRevisionRow } from '#server/db/schema.ts';
import type { CompiledCheck } from '#src/engine/core/validation/validateAnswers.ts';
import { loadCheck } from './compileValidators.ts';
import { createLruCache } from './lastUsed.ts';

/** Caches the evaluated code of the `max` most recently used revisions. */
export function cacheChecks(
  max: number,
): (revision: Pick<FormRevisionRow, 'validatorHash' | 'validatorCode'>) => CompiledCheck {
  const kept = createLruCache<CompiledCheck>(max);
  return ({ validatorHash, validatorCode }) =>
    kept.get(validatorHash) ?? kept.set(validatorHash, loadCheck(validatorCode));
}
