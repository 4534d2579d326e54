import { describe, expect, it } from 'vitest';
import { evaluateFormula, listReferences, type Formula } from './formula.ts';

const answers: Record<string, unknown> = {
  damage: 0.1,
  costs: 0.2,
  words: 'viel',
  amounts: [10, 20.5],
  almost: -1e-12,
  debt: -5,
  nothing: 0,
  rows: [{}, {}],
  ticked: ['a'],
  start: '2024-02-29',
  end: '2026-02-28',
  first: 'Jonas',
  last: 'Wieland',
  'rows.day': ['2026-12-01', '2027-01-15'],
};
const evaluate = (formula: Formula) =>
  evaluateFormula(
    formula,
    (reference) => answers[reference],
    '2026-11-21',
    (reference) => [answers[reference] ?? []].flat().map(String),
  );

describe('evaluateFormula', () => {
  it.each<[string, Formula, number | string | undefined]>([
    ['adds without binary dust', { sum: ['damage', 'costs'] }, 0.3],
    ['adds the rows of a group', { sum: ['amounts', 'damage'] }, 30.6],
    ['adds what is answered', { sum: ['damage', 'missing'] }, 0.1],
    ['has no sum of nothing', { sum: ['missing', 'words'] }, undefined],
    ['has no minus before 0', { sum: ['almost'] }, 0],
    ['has no minus before a product of 0', { product: ['nothing', 'debt'] }, 0],
    ['multiplies', { product: ['damage', 'costs'] }, 0.02],
    ['multiplies only when all is there', { product: ['damage', 'missing'] }, undefined],
    ['counts rows', { count: 'rows' }, 2],
    ['counts ticked choices', { count: 'ticked' }, 1],
    ['counts nothing as 0', { count: 'missing' }, 0],
    ['counts days', { dateDifference: { from: 'start', to: 'end', unit: 'days' } }, 730],
    ['counts whole months', { dateDifference: { from: 'start', to: 'end', unit: 'months' } }, 23],
    ['counts whole years', { dateDifference: { from: 'start', to: 'end', unit: 'years' } }, 1],
    ['counts backwards', { dateDifference: { from: 'end', to: 'start', unit: 'years' } }, -1],
    ['counts to today', { dateDifference: { from: 'end', to: 'today', unit: 'days' } }, 266],
    [
      'waits for both days',
      { dateDifference: { from: 'words', to: 'today', unit: 'days' } },
      undefined,
    ],
    ['writes a text', { text: '{last}, {first}' }, 'Wieland, Jonas'],
    ['leaves out what is missing', { text: '{first} {missing}' }, 'Jonas'],
    ['writes every row of a group', { text: 'am {rows.day}' }, 'am 2026-12-01, 2027-01-15'],
    ['has no text of nothing', { text: '{missing}' }, undefined],
  ])('A formula %s', (_, formula, expected) => expect(evaluate(formula)).toBe(expected));
});

it('`listReferences` returns the elements that a formula reads', () => {
  expect(listReferences({ text: '{first} {witnesses.name}' })).toEqual(['first', 'witnesses.name']);
  expect(listReferences({ dateDifference: { from: 'birth', to: 'today', unit: 'years' } })).toEqual(
    ['birth'],
  );
});
