import type { FormRevisionRow } from '#server/db/schema.ts';
import type { CompiledCheck } from '#src/engine/core/validateAnswers.ts';
import { loadCheck } from './compileValidators.ts';

/** A revision's own compiled code, evaluated once as long as it is among the last `max` that were asked for. */
export function keepChecks(max: number): (revision: Pick<FormRevisionRow, 'validatorHash' | 'validatorCode'>) => CompiledCheck {
  const kept = new Map<string, CompiledCheck>(); // the one asked for last stands at the end
  return ({ validatorHash, validatorCode }) => {
    const check = kept.get(validatorHash) ?? loadCheck(validatorCode);
    kept.delete(validatorHash);
    kept.set(validatorHash, check);
    const [oldest] = kept.keys();
    if (kept.size > max && oldest !== undefined) kept.delete(oldest);
    return check;
  };
}
