import { describe, expect, it } from 'vitest';
import {
  isInLane,
  listFilters,
  listLanes,
  mayAssign,
  mayMove,
  passesBoardFilter,
  passesBoardSearch,
  sortCards,
  getStatusAfterDrop,
} from './board.rules.ts';
import { staffRoles, type StaffRole } from '#schemas/platform/endpoint.ts';
import { taskStatuses, type TaskStatus } from './tasks.ts';

const lanes = (role: StaffRole) =>
  Object.fromEntries(
    listLanes(role).map(({ name, statuses, isCollapsed }) => [
      name,
      isCollapsed ? [...statuses, 'collapsed'] : statuses,
    ]),
  );

describe('lanes', () => {
  it.each([
    [
      'admin',
      { unreleased: [0, 1], inProgress: [2, 3, 4, 5], inReview: [6], done: [7, 'collapsed'] },
    ],
    [
      'consultant',
      { unreleased: [0, 1], inProgress: [2, 3, 4, 5], inReview: [6], done: [7, 'collapsed'] },
    ],
    ['user', { todo: [2, 3, 5], todoByOthers: [4], done: [6] }],
    ['internal', { todo: [2, 3, 5], todoByOthers: [4], done: [6] }],
    ['external', { all: [0, 1, 2, 3, 4, 5, 6, 7] }],
  ] as const)('A user with the role %s has the lanes of that role', (role, expected) =>
    expect(lanes(role)).toEqual(expected),
  );
});

it.each([
  ['admin', [7]],
  ['user', [7]],
  ['internal', [7]],
  ['external', undefined],
] as const)(
  'The filter for done tasks opens the done lane for the role %s, if it has one',
  (role, statuses) => {
    expect(listLanes(role, 'done').find(({ name }) => name === 'done')).toEqual(
      statuses && { name: 'done', statuses, isCollapsed: false },
    );
  },
);

describe('moves', () => {
  /** Lists the moves that a role may make, as from>to. */
  const listMoves = (role: StaffRole, isOwn: boolean): string[] =>
    taskStatuses.flatMap((from) =>
      taskStatuses
        .filter((to) => to !== from && mayMove(role, { from, to, isOwn }))
        .map((to) => `${from}>${to}`),
    );
  const within = (statuses: readonly TaskStatus[]): string[] =>
    statuses.flatMap((from) => statuses.filter((to) => to !== from).map((to) => `${from}>${to}`));

  it.each([
    ['admin', true, within(taskStatuses)],
    ['admin', false, within(taskStatuses)],
    ['consultant', true, within([1, 2, 3, 4, 5, 6])],
    ['consultant', false, within([1, 2, 3, 4, 5, 6])],
    ['user', true, ['2>6', '3>6', '5>6']],
    ['user', false, []],
    ['internal', true, ['2>6', '3>6', '5>6']],
    ['internal', false, []],
    ['external', true, []],
    ['external', false, []],
  ] as const)('The role %s moves only the allowed tasks (own task: %s)', (role, isOwn, expected) =>
    expect(listMoves(role, isOwn)).toEqual(expected),
  );

  it('A lane accepts only cards that the role may move there', () => {
    for (const role of staffRoles)
      for (const status of taskStatuses)
        for (const isOwn of [true, false])
          for (const lane of listLanes(role)) {
            const to = getStatusAfterDrop(role, { status, isOwn }, lane);
            if (to !== undefined)
              expect([
                role,
                status,
                to,
                lane.statuses.includes(to) && mayMove(role, { from: status, to, isOwn }),
              ]).toEqual([role, status, to, true]);
          }
  });

  it.each([
    ['admin', 6, 'done', 7],
    ['admin', 7, 'unreleased', 1],
    ['consultant', 1, 'inProgress', 4],
    ['consultant', 6, 'done', undefined],
    ['consultant', 0, 'inProgress', undefined],
    ['user', 2, 'done', 6],
    ['user', 4, 'todo', undefined],
    ['admin', 2, 'inProgress', undefined],
  ] as const)(
    'A card that %s drops from status %s onto the lane %s gets the status %s',
    (role, status, name, expected) => {
      const lane = listLanes(role).find((each) => each.name === name);
      expect(lane && getStatusAfterDrop(role, { status, isOwn: true }, lane)).toBe(expected);
    },
  );
});

it('Only roles with the unreleased lane assign cards', () =>
  expect(staffRoles.filter(mayAssign)).toEqual(['admin', 'consultant']));

describe('filters', () => {
  it.each([
    ['consultant', ['unassigned', 'deadlines', 'inProgress', 'inReview']],
    ['admin', ['done']],
    ['external', ['done']],
  ] as const)('A user with the role %s has the filters of that role', (role, expected) =>
    expect(listFilters(role)).toEqual(expected),
  );

  it.each([
    ['unassigned', [0]],
    ['inProgress', [1, 2, 3, 4, 5]],
    ['inReview', [6]],
    ['done', [7]],
  ] as const)('The filter %s shows the statuses %s', (filter, expected) =>
    expect(
      taskStatuses.filter((status) =>
        passesBoardFilter({ status, validUntil: null, state: 'open' }, filter),
      ),
    ).toEqual(expected),
  );

  it('The filter for deadlines shows tasks that can still be answered in time', () => {
    const due = { status: 4, validUntil: '2026-11-24T17:00:00.000Z' } as const;
    expect(
      [
        { ...due, state: 'open' as const },
        { ...due, state: 'answered' as const },
        { ...due, state: 'open' as const, validUntil: null },
      ].map((task) => passesBoardFilter(task, 'deadlines')),
    ).toEqual([true, false, false]);
  });
});

it('Cards are sorted by deadline, then newest first', () => {
  const card = (
    name: string,
    state: 'open' | 'answered',
    validUntil: string | null,
    creationDate: string,
  ) => ({ name, state, validUntil, creationDate });
  expect(
    sortCards([
      card('old', 'open', null, '1'),
      card('new', 'open', null, '2'),
      card('late', 'open', '2026-12-02', '0'),
      card('soon', 'open', '2026-12-01', '0'),
      card('answered', 'answered', '2026-11-01', '3'),
    ]).map(({ name }) => name),
  ).toEqual(['soon', 'late', 'answered', 'new', 'old']);
});

it.each([
  ['admin', 4, 'open', 'inProgress'],
  ['admin', 4, 'expired', 'done'],
  ['admin', 2, 'closed', 'done'],
  ['admin', 1, 'expired', 'unreleased'],
  ['admin', 6, 'answered', 'inReview'],
  ['user', 3, 'closed', 'done'],
  ['external', 4, 'expired', 'all'],
] as const)(
  'For %s a task of status %i that is %s is in the lane %s',
  (role, status, state, name) => {
    expect(
      listLanes(role)
        .filter((lane) => isInLane(lane, { status, state }))
        .map((lane) => lane.name),
    ).toEqual([name]);
  },
);

it('A closed task passes the filter for done tasks instead of those in progress', () => {
  const closed = { status: 4, state: 'closed', validUntil: null } as const;
  expect(passesBoardFilter(closed, 'done')).toBe(true);
  expect(passesBoardFilter(closed, 'inProgress')).toBe(false);
});

it.each([
  ['vollmacht', true],
  ['UNFALL muller', true],
  ['Müller', true],
  ['aydin', true],
  ['mueller', true],
  ['Mül\u00adler', true],
  ['Łukasz', false],
  ['Müller Gutachten', false],
])('The search %s finds the card: %s', (search, expected) => {
  const person = (firstName: string, lastName: string) => ({
    userId: lastName,
    firstName,
    lastName,
  });
  const card = {
    assistantName: 'Vollmacht',
    caseHeader: 'Verkehrsunfall',
    clients: [{ ...person('Jan', 'Müller'), endedDate: null }],
    assignee: person('Selin', 'Aydın'),
  };
  expect(passesBoardSearch(card, search)).toBe(expected);
});
