import { expect, it } from 'vitest';
import { countSlots, findClosingReason } from './closings.rules.ts';

const open = { isClosed: false, closesAt: null, maxSubmissions: null };
const closesAt = '2026-12-01T11:00:00.000Z';

it.each([
  ['without settings', open, 1_000, null],
  ['closed by hand', { ...open, isClosed: true, closesAt, maxSubmissions: 1 }, 1, 'hand'],
  ['at its date', { ...open, closesAt }, 0, 'date'],
  ['before its date', { ...open, closesAt: '2026-12-01T11:00:00.001Z' }, 0, null],
  ['with a free place', { ...open, maxSubmissions: 3 }, 2, null],
  ['without a free place', { ...open, maxSubmissions: 3 }, 3, 'number'],
] as const)(
  'A form %s is open, or closed for the reason that its settings give',
  (_name, settings, submissions, reason) =>
    expect(findClosingReason(settings, new Date(closesAt), submissions)).toBe(reason),
);

it('One place in ten, and at least one, is left for visitors who had opened the form', () =>
  expect([1, 10, 11, 200].map(countSlots)).toEqual([2, 11, 13, 220]));
