import type { BoardTask } from './board.ts';
import type { StaffRole } from './staff.ts';
import { taskStatuses, type TaskStatus } from './tasks.ts';
import { statusGroupOf } from './tasks.rules.ts';

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

const lane = (name: LaneName, statuses: readonly TaskStatus[], isCollapsed = false): Lane => ({
  name,
  statuses,
  isCollapsed,
});
const leading = [
  lane('unreleased', [0, 1]),
  lane('inProgress', [2, 3, 4, 5]),
  lane('inReview', [6]),
  lane('done', [7], true),
];
const working = [lane('todo', [2, 3, 5]), lane('todoByOthers', [4]), lane('done', [6])];
const watching = [lane('all', taskStatuses)];

/**
 * The lanes that a role sees, from left to right (product.md §4, Internal task status). Whoever filters for what is done sees it:
 * in the open lane, where users and internals otherwise have what they have handed in.
 */
export function lanesOf(role: StaffRole, filter?: BoardFilter): readonly Lane[] {
  const lanes = {
    admin: leading,
    consultant: leading,
    user: working,
    internal: working,
    external: watching,
  }[role];
  return filter === 'done'
    ? lanes.map((each) => (each.name === 'done' ? lane('done', [7]) : each))
    : lanes;
}

type Move = { from: TaskStatus; to: TaskStatus; isOwn: boolean };

/**
 * Whether a role may give a task another status (decisions.md, Roles on the board): admins any, consultants within 1 to 6,
 * users and internals their own from 2, 3 or 5 to 6, externals none.
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

/** Whether a role gives cards to others and sets deadlines: those that see the lane of what is not released yet. */
export const mayAssign = (role: StaffRole): boolean => lanesOf(role) === leading;

/** Where a card comes to lie in a lane, the likeliest first: for its client to answer before the staff works on it. */
const preferred: Record<LaneName, readonly TaskStatus[]> = {
  unreleased: [1, 0],
  inProgress: [4, 2, 3, 5],
  inReview: [6],
  done: [7, 6],
  todo: [2, 3, 5],
  todoByOthers: [4],
  all: [],
};

/** The status that a card gets when a role drops it on a lane; undefined when it may not, or when it lies there already. */
export function statusOnDrop(
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

/** The filters over a role's board (product.md §4, Consultant filters). */
export const filtersOf = (role: StaffRole): readonly BoardFilter[] =>
  role === 'consultant' ? ['unassigned', 'deadlines', 'inProgress', 'inReview'] : ['done'];

/** Whether a filter shows a card; `deadlines` are those of tasks that can still be answered. */
export function passesBoardFilter(
  { status, validUntil, state }: Pick<BoardTask, 'status' | 'validUntil' | 'state'>,
  filter: BoardFilter,
): boolean {
  return filter === 'deadlines'
    ? validUntil !== null && state === 'open'
    : statusGroupOf(status) === filter;
}

/** Cards of a lane in their order: what is due first, then the newest. */
export function sortCards<T extends Pick<BoardTask, 'state' | 'validUntil' | 'creationDate'>>(
  cards: readonly T[],
): T[] {
  const due = ({ state, validUntil }: T): string =>
    state === 'open' && validUntil !== null ? validUntil : '9999';
  const inOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b)); // instants, not words: for thousands of cards that is a tenth of the time
  return [...cards].sort(
    (a, b) => inOrder(due(a), due(b)) || inOrder(b.creationDate, a.creationDate),
  );
}
