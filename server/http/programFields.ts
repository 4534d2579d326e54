import { createProblem } from '#server/problem.ts';
import type { ProviderScope } from './session.ts';

/**
 * Throws `notAllowed` for staff who set a field that is for programs: the name of another author, an
 * earlier date, or an id that says whether the firm has something.
 */
export function assertProgramFields(
  { staff }: Pick<ProviderScope, 'staff'>,
  wanted: object,
  names: readonly string[],
): void {
  if (staff && names.some((name) => name in wanted)) throw createProblem('notAllowed');
}
