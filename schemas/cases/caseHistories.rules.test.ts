import { expect, it } from 'vitest';
import { findCurrentPhase, getPhaseColor } from './caseHistories.rules.ts';

const done = { statusText: 'Vollmacht erhalten', isInProgress: false, date: '2026-10-16' };
const going = { statusText: 'Angebot wird geprüft', isInProgress: true, date: null };

it.each([
  ['grey while it has no states', 'Fall gemeldet', [], 'grey'],
  ['grey even as the last one', 'Fall abgeschlossen', [], 'grey'],
  ['green when its last state is done', 'Fall gemeldet', [going, done], 'green'],
  ['orange while its last state is in progress', 'Fall in Bearbeitung', [done, going], 'orange'],
  [
    'green when the case is closed, whatever its state says',
    'Fall Abgeschlossen',
    [going],
    'green',
  ],
  ['green when the case is closed in small letters', 'Fall abgeschlossen', [going], 'green'],
])('A phase is %s', (_, name, states, color) =>
  expect(getPhaseColor({ name, states })).toBe(color),
);

it.each([
  ['the last phase with states', [[done], [going], []], 1],
  ['the last phase with states, after skipped phases', [[done], [], [going], []], 2],
  ['none before the first state', [[], []], -1],
  ['none without phases', [], -1],
])('The current phase of a case is %s', (_, groups, place) =>
  expect(findCurrentPhase(groups.map((states) => ({ name: 'Phase', states })))).toBe(place),
);
