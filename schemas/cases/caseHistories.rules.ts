import type { StateGroup } from './caseHistories.ts';

export type PhaseColor = 'grey' | 'green' | 'orange';

/** A phase of this name is done as soon as it is reached. */
const closedPhase = 'Fall Abgeschlossen';

/**
 * Returns the colour of a phase: grey without states, green when done, else orange
 * (docs/behaviour/cases.md#case-history).
 */
export function phaseColor({ name, states }: StateGroup): PhaseColor {
  const last = states.at(-1);
  if (!last) return 'grey';
  return last.isInProgress && name.trim() !== closedPhase ? 'orange' : 'green';
}

/** Returns the index of the last phase with states; -1 before the first. */
export const currentPhase = (stateGroups: readonly StateGroup[]): number =>
  stateGroups.findLastIndex(({ states }) => states.length > 0);
