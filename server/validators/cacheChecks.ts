import { LRUCache } from 'lru-cache';
import type { FormRevisionRow } from '#server/db/schema.ts';
import type { CompiledCheck } from '#src/engine/core/validation/validateAnswers.ts';
import { loadCheck } from './compileValidators.ts';

/** Caches the evaluated code of the `max` most recently used revisions. */
export function cacheChecks(
  max: number,
): (revision: Pick<FormRevisionRow, 'validatorHash' | 'validatorCode'>) => CompiledCheck {
  const cache = new LRUCache<string, CompiledCheck>({ max });
  return ({ validatorHash, validatorCode }) => {
    const check = cache.get(validatorHash) ?? loadCheck(validatorCode);
    cache.set(validatorHash, check);
    return check;
  };
}
