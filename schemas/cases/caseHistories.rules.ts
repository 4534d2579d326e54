import type { StateGroup } from './caseHistories.ts';

export type PhaseColor = 'grey' | 'green' | 'orange';

/** A phase of this name, in any case, is done as soon as it is reached. */
const closedPhase = 'fall abgeschlossen';

/**
 * Returns the colour of a phase: grey without states, green when done, else orange
 * (docs/behaviour/cases.md#case-history).
 */
export function getPhaseColor({ name, states }: StateGroup): PhaseColor {
  const last = states.at(-1);
  if (!last) return 'grey';
  return last.isInProgress && name.trim().toLowerCase() !== closedPhase ? 'orange' : 'green';
}

/** Returns the index of the last phase with states; -1 before the first. */
export const findCurrentPhase = (stateGroups: readonly StateGroup[]): number =>
  stateGroups.findLastIndex(({ states }) => states.length > 0);
