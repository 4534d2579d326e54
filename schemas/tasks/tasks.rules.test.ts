import { describe, expect, it } from 'vitest';
import { readInstant } from '#schemas/platform/dates.ts';
import {
  getBadge,
  countOpen,
  getDeadline,
  getMsUntilExpiry,
  hasPassed,
  isReleased,
  estimateMinutes,
  passesFilter,
  computeReminderTime,
  sortTasks,
  getStatusGroup,
  taskFilters,
  getTaskState,
} from './tasks.rules.ts';
import { taskStatuses } from './tasks.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const before = '2026-11-20T11:59:59.999Z';
const later = '2026-11-21T12:00:00.000Z';

const task = (told: { answered?: string; closed?: string; validUntil?: string } = {}) => ({
  hasAnswer: told.answered !== undefined,
  answerCreationDate: told.answered ?? null,
  isClosed: told.closed !== undefined,
  closedDate: told.closed ?? null,
  validUntil: told.validUntil ?? null,
  creationDate: '2026-11-01T08:00:00.000Z',
});

describe('a task', () => {
  it.each([
    ['without a deadline is open', {}, 'open', ['all', 'open'], undefined],
    [
      'in time is open',
      { validUntil: later },
      'open',
      ['all', 'open'],
      { says: 'validUntil', at: later },
    ],
    [
      'at the very instant of its deadline is still open',
      { validUntil: now.toISOString() },
      'open',
      ['all', 'open'],
      { says: 'validUntil', at: now.toISOString() },
    ],
    [
      'a millisecond past it has expired, before the server says so',
      { validUntil: before },
      'expired',
      ['all', 'expired'],
      { says: 'expiredOn', at: before },
    ],
    [
      'closed by the server has expired',
      { validUntil: before, closed: now.toISOString() },
      'expired',
      ['all', 'expired'],
      { says: 'expiredOn', at: before },
    ],
    [
      'taken back in time is closed',
      { validUntil: later, closed: before },
      'closed',
      ['all', 'expired'],
      { says: 'closedOn', at: before },
    ],
    [
      'taken back in time stays closed, not expired, when the deadline has passed too',
      { validUntil: before, closed: '2026-11-20T08:00:00.000Z' },
      'closed',
      ['all', 'expired'],
      { says: 'closedOn', at: '2026-11-20T08:00:00.000Z' },
    ],
    [
      'answered is done, and the deadline no longer counts',
      { validUntil: before, answered: '2026-11-19T08:00:00.000Z' },
      'answered',
      ['all', 'done'],
      { says: 'answeredOn', at: '2026-11-19T08:00:00.000Z' },
    ],
    [
      'answered and closed stands among the closed, and says when it was answered',
      { answered: before, closed: before },
      'closed',
      ['all', 'expired'],
      { says: 'answeredOn', at: before },
    ],
  ] as const)('A task %s', (_, told, state, filters, badge) => {
    expect(getTaskState(task(told), now)).toBe(state);
    expect(taskFilters.filter((filter) => passesFilter(task(told), filter, now))).toEqual(filters);
    expect(getBadge(task(told), state)).toEqual(badge);
  });

  it('Tasks are sorted by answered, closed, deadline and age', () => {
    const tasks = {
      closed: task({ validUntil: later, closed: before }),
      answered: task({ answered: before }),
      expired: task({ validUntil: before }),
      soon: task({ validUntil: later }),
      old: task(),
      fresh: { ...task(), creationDate: '2026-11-19T08:00:00.000Z' },
      late: task({ validUntil: '2026-12-24T12:00:00.000Z' }),
      answeredAndClosed: task({ answered: before, closed: before }),
    };
    const named = Object.entries(tasks).map(([name, each]) => ({ ...each, name }));
    expect(sortTasks(named, now).map(({ name }) => name)).toEqual([
      'soon',
      'late',
      'fresh',
      'old',
      'expired',
      'closed',
      'answered',
      'answeredAndClosed',
    ]);
    expect(countOpen(named, now)).toBe(4);
    expect(getMsUntilExpiry(named, now)).toBe(Date.parse(later) - now.getTime() + 1);
    expect(
      getMsUntilExpiry(
        [
          task(),
          task({ validUntil: before }),
          task({ validUntil: later, answered: before }),
          task({ validUntil: later, closed: before }),
        ],
        now,
      ),
    ).toBeUndefined();
  });
});

it.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [8, 5],
  [100, 67],
])('The estimate for %i questions is %i minutes', (questions, minutes) =>
  expect(estimateMinutes({ questions, isSignature: false })).toBe(minutes),
);

it('The status number names the responsible person, and clients see a task from 2', () => {
  expect(taskStatuses.map(getStatusGroup)).toEqual([
    'unassigned',
    'inProgress',
    'inProgress',
    'inProgress',
    'inProgress',
    'inProgress',
    'inReview',
    'done',
  ]);
  expect(taskStatuses.filter(isReleased)).toEqual([2, 3, 4, 5, 6, 7]);
});

describe('a deadline', () => {
  it.each([
    // the night in which 2 o'clock does not exist in Germany
    ['2026-03-29T01:30', '2026-03-29T00:30:00.000Z'],
    ['2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
    ['2026-07-01T12:00', '2026-07-01T11:00:00.000Z'], // in summer too
    // the hour that comes twice: the second one
    ['2026-10-25T02:30:00', '2026-10-25T01:30:00.000Z'],
    ['2026-10-25T02:30:00+02:00', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T01:30:00.5Z', '2026-10-25T01:30:00.500Z'],
  ])('A deadline entered as %s is stored as %s', (given, instant) =>
    expect(readInstant(given)).toBe(instant),
  );

  it.each([
    '2026-02-30T12:00',
    '2026-11-20T25:00',
    '2026-13-01T12:00',
    '2026-11-20T12:61',
    '2026-11-20T12:00+99:00',
  ])('The value %s is no deadline', (given) => expect(readInstant(given)).toBeUndefined());

  it.each([
    // 02:30 the day before by German clocks, 03:30 on the day
    ['2026-03-29T01:30:00.000Z', 24, '2026-03-28T01:30:00.000Z'],
    ['2026-10-25T01:30:00.000Z', 2, '2026-10-24T23:30:00.000Z'],
    ['2026-11-20T12:00:00.000Z', null, null],
    [null, 24, null],
  ])(
    'The reminder for the deadline %s, %s hours ahead, is due at %s',
    (validUntil, hours, instant) => expect(computeReminderTime(validUntil, hours)).toBe(instant),
  );

  it.each([
    [null, 'none', 0, undefined],
    ['2026-11-20T14:00:00.000Z', 'far', 120, 105 * 60_000],
    ['2026-11-20T12:15:00.001Z', 'far', 16, 1],
    ['2026-11-20T12:15:00.000Z', 'near', 15, 1],
    ['2026-11-20T12:02:30.000Z', 'near', 3, 30_001],
    ['2026-11-20T12:00:00.000Z', 'near', 0, 1],
    ['2026-11-20T11:59:59.999Z', 'passed', 0, undefined],
  ])('The deadline %s is %s at noon', (validUntil, phase, minutesLeft, changesInMs) =>
    expect(getDeadline(validUntil, now)).toEqual({ phase, minutesLeft, changesInMs }),
  );

  it('A deadline has passed only after its last millisecond', () => {
    expect(
      [before, now.toISOString(), later, null].map((validUntil) => hasPassed(validUntil, now)),
    ).toEqual([true, false, false, false]);
  });
});
