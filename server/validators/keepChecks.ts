import type { FormRevisionRow } from '#server/db/schema.ts';
import type { CompiledCheck } from '#src/engine/core/validateAnswers.ts';
import { loadCheck } from './compileValidators.ts';
import { keepLastUsed } from './lastUsed.ts';

/** A revision's own compiled code, evaluated once as long as it is among the last `max` that were asked for. */
export function keepChecks(
  max: number,
): (revision: Pick<FormRevisionRow, 'validatorHash' | 'validatorCode'>) => CompiledCheck {
  const kept = keepLastUsed<CompiledCheck>(max);
  return ({ validatorHash, validatorCode }) =>
    kept.get(validatorHash) ?? kept.set(validatorHash, loadCheck(validatorCode));
}
