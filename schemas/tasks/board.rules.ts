import type { BoardTask } from './board.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { foldText } from '#schemas/platform/foldText.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { taskStatuses, type TaskStatus } from './tasks.ts';
import { getStatusGroup } from './tasks.rules.ts';

export const laneNames = [
  'unreleased',
  'inProgress',
  'inReview',
  'done',
  'todo',
  'todoByOthers',
  'all',
] as const;
export type LaneName = (typeof laneNames)[number];
export type Lane = { name: LaneName; statuses: readonly TaskStatus[]; isCollapsed: boolean };

const makeLane = (name: LaneName, statuses: readonly TaskStatus[], isCollapsed = false): Lane => ({
  name,
  statuses,
  isCollapsed,
});
const leading = [
  makeLane('unreleased', [0, 1]),
  makeLane('inProgress', [2, 3, 4, 5]),
  makeLane('inReview', [6]),
  makeLane('done', [7], true),
];
const working = [makeLane('todo', [2, 3, 5]), makeLane('todoByOthers', [4]), makeLane('done', [6])];
const watching = [makeLane('all', taskStatuses)];

/**
 * Returns the lanes of a role, left to right (docs/behaviour/tasks.md#roles). The filter for done
 * tasks shows them in the open lane, where users and internals otherwise see submitted tasks.
 */
export function listLanes(role: StaffRole, filter?: BoardFilter): readonly Lane[] {
  const lanes = {
    admin: leading,
    consultant: leading,
    user: working,
    internal: working,
    external: watching,
  }[role];
  return filter === 'done'
    ? lanes.map((each) => (each.name === 'done' ? makeLane('done', [7]) : each))
    : lanes;
}

/** Returns true for a released task that takes no answer and has none. */
const isOver = ({ status, state }: Pick<BoardTask, 'status' | 'state'>): boolean =>
  (state === 'closed' || state === 'expired') && status >= 2 && status <= 5;

/**
 * Returns true for the lane of a card. Closed and expired tasks that were with the client are done,
 * because no answer can arrive.
 */
export const isInLane = (
  { name, statuses }: Lane,
  card: Pick<BoardTask, 'status' | 'state'>,
): boolean => (isOver(card) ? name === 'done' || name === 'all' : statuses.includes(card.status));

type Move = { from: TaskStatus; to: TaskStatus; isOwn: boolean };

/**
 * Returns true when a role may change a status (docs/behaviour/tasks.md#roles): admins any,
 * consultants within 1 to 6, users and internals their own from 2, 3 or 5 to 6, externals none.
 */
export function mayMove(role: StaffRole, { from, to, isOwn }: Move): boolean {
  const isConsultants = (status: TaskStatus): boolean => status >= 1 && status <= 6;
  switch (role) {
    case 'admin':
      return true;
    case 'consultant':
      return isConsultants(from) && isConsultants(to);
    case 'user':
    case 'internal':
      return isOwn && [2, 3, 5].includes(from) && to === 6;
    case 'external':
      return false;
  }
}

/** Returns true for roles that assign cards and set deadlines: those with the unreleased lane. */
export const mayAssign = (role: StaffRole): boolean => listLanes(role) === leading;

/** Possible statuses of a card in a lane, the most likely first. */
const preferred: Record<LaneName, readonly TaskStatus[]> = {
  unreleased: [1, 0],
  inProgress: [4, 2, 3, 5],
  inReview: [6],
  done: [7, 6],
  todo: [2, 3, 5],
  todoByOthers: [4],
  all: [],
};

/** Returns the status after a drop on a lane; undefined when forbidden or unchanged. */
export function getStatusAfterDrop(
  role: StaffRole,
  { status, isOwn }: { status: TaskStatus; isOwn: boolean },
  to: Lane,
): TaskStatus | undefined {
  if (to.statuses.includes(status)) return undefined;
  return preferred[to.name].find(
    (wanted) => to.statuses.includes(wanted) && mayMove(role, { from: status, to: wanted, isOwn }),
  );
}

export const boardFilters = ['unassigned', 'deadlines', 'inProgress', 'inReview', 'done'] as const;
export type BoardFilter = (typeof boardFilters)[number];

/** Returns the filters of a role's board (docs/behaviour/tasks.md#roles). */
export const listFilters = (role: StaffRole): readonly BoardFilter[] =>
  role === 'consultant' ? ['unassigned', 'deadlines', 'inProgress', 'inReview'] : ['done'];

/** Returns true when a filter shows a card; `deadlines` covers open tasks only. */
export function passesBoardFilter(
  { status, validUntil, state }: Pick<BoardTask, 'status' | 'validUntil' | 'state'>,
  filter: BoardFilter,
): boolean {
  if (filter === 'deadlines') return validUntil !== null && state === 'open';
  return (isOver({ status, state }) ? 'done' : getStatusGroup(status)) === filter;
}

/** Returns true if a card has all words of a search: in its task, case, clients or assignee. */
export function passesBoardSearch(
  {
    assistantName,
    caseHeader,
    clients,
    assignee,
  }: Pick<BoardTask, 'assistantName' | 'caseHeader' | 'clients' | 'assignee'>,
  search: string,
): boolean {
  const people = [...clients, ...(assignee ? [assignee] : [])];
  const text = foldText([assistantName, caseHeader, ...people.map(formatPersonName)].join('\n'));
  return foldText(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Sorts the cards of a lane: earliest deadline first, then newest. */
export function sortCards<T extends Pick<BoardTask, 'state' | 'validUntil' | 'creationDate'>>(
  cards: readonly T[],
): T[] {
  const due = ({ state, validUntil }: T): string =>
    state === 'open' && validUntil !== null ? validUntil : '9999';
  // numbers instead of strings sort thousands of cards ten times as fast
  const inOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  return [...cards].sort(
    (a, b) => inOrder(due(a), due(b)) || inOrder(b.creationDate, a.creationDate),
  );
}
