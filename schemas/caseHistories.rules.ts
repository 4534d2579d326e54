import type { StateGroup } from './caseHistories.ts';

export type PhaseColor = 'grey' | 'green' | 'orange';

/** product.md §4 names it: a phase of this name is over as soon as it is reached. */
const closedPhase = 'Fall Abgeschlossen';

/** The mark of a phase: grey while it has no states, green when its last one is done, orange while that goes on (product.md §4). */
export function phaseColor({ name, states }: StateGroup): PhaseColor {
  const last = states.at(-1);
  if (!last) return 'grey';
  return last.isInProgress && name.trim() !== closedPhase ? 'orange' : 'green';
}

/** Where a case stands: the place of the last phase that has states; -1 before the first (product.md §4). */
export const currentPhase = (stateGroups: readonly StateGroup[]): number =>
  stateGroups.findLastIndex(({ states }) => states.length > 0);
