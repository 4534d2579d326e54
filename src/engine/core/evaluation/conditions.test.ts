import { describe, expect, it } from 'vitest';
import type { Condition } from '#schemas/forms/conditions.ts';
import { getAnswer, evaluateCondition, listSources } from './conditions.ts';

const answers = {
  injured: 'yes',
  count: 3,
  day: '2026-11-20',
  agreed: true,
  tags: ['a', 'b'],
  text: 'Vorfahrt missachtet',
  nothing: '',
};

describe('evaluateCondition', () => {
  it.each<[string, Condition, boolean]>([
    ['equals the same text', { element: 'injured', equals: 'yes' }, true],
    ['equals another text', { element: 'injured', equals: 'no' }, false],
    ['equals keeps kinds apart', { element: 'count', equals: '3' }, false],
    ['equals false is met by an untouched checkbox', { element: 'untouched', equals: false }, true],
    ['equals false is not met by a ticked one', { element: 'agreed', equals: false }, false],
    [
      'in with false is met by an untouched checkbox',
      { element: 'untouched', in: [false, 'x'] },
      true,
    ],
    ['equals an empty text means no answer', { element: 'untouched', equals: '' }, true],
    ['in finds one of several', { element: 'injured', in: ['no', 'yes'] }, true],
    ['contains looks into lists', { element: 'tags', contains: 'b' }, true],
    [
      'contains looks into texts whatever their case',
      { element: 'text', contains: 'VORFAHRT' },
      true,
    ],
    ['empty is met by an empty text', { element: 'nothing', empty: true }, true],
    ['empty is met by no answer', { element: 'untouched', empty: true }, true],
    ['not empty is met by a number', { element: 'count', empty: false }, true],
    ['greater compares numbers', { element: 'count', greater: 2 }, true],
    ['greater excludes the bound', { element: 'count', greater: 3 }, false],
    ['less compares ISO days', { element: 'day', less: '2026-12-01' }, true],
    ['greater is not met by an unanswered element', { element: 'untouched', greater: 0 }, false],
    ['less is not met by an unanswered element', { element: 'untouched', less: 9 }, false],
    [
      'all needs every part',
      {
        all: [
          { element: 'injured', equals: 'yes' },
          { element: 'count', greater: 9 },
        ],
      },
      false,
    ],
    [
      'any needs one part',
      {
        any: [
          { element: 'injured', equals: 'no' },
          { element: 'count', less: 9 },
        ],
      },
      true,
    ],
    ['not turns it round', { not: { element: 'injured', equals: 'no' } }, true],
    ['empty is met by an inherited property', { element: 'constructor', empty: true }, true],
  ])('The operator %s', (_, condition, expected) =>
    expect(evaluateCondition(condition, (id) => getAnswer(answers, id))).toBe(expected),
  );
});

describe('a condition on the rows of a group from outside', () => {
  const rows = {
    'cars.brand': ['Audi', 'BMW'],
    'cars.seats': [2, 5],
    'cars.bought': ['2026-11-20', '2026-12-24'],
    'cars.extras': [['roof'], ['hitch', 'radio']],
    'cars.hurt': [true],
    'cars.none': [],
  };
  it.each<[string, Condition, boolean]>([
    ['equals is met by one row', { element: 'cars.brand', equals: 'BMW' }, true],
    ['equals is met by no row', { element: 'cars.brand', equals: 'VW' }, false],
    [
      'equals is met by a box that one row has ticked',
      { element: 'cars.hurt', equals: true },
      true,
    ],
    ['equals false asks that no row has ticked it', { element: 'cars.hurt', equals: false }, false],
    [
      'equals false is met where no row has an answer',
      { element: 'cars.none', equals: false },
      true,
    ],
    ['in is met by one row', { element: 'cars.brand', in: ['VW', 'Audi'] }, true],
    ['contains looks into the words of each', { element: 'cars.brand', contains: 'bm' }, true],
    [
      'contains looks into the choices of each',
      { element: 'cars.extras', contains: 'radio' },
      true,
    ],
    ['greater is met by one row', { element: 'cars.seats', greater: 4 }, true],
    ['greater is met by no row', { element: 'cars.seats', greater: 5 }, false],
    ['less is met by one row', { element: 'cars.bought', less: '2026-12-01' }, true],
    [
      'all is met by comparisons that hold in two rows',
      {
        all: [
          { element: 'cars.seats', less: 3 },
          { element: 'cars.brand', equals: 'BMW' },
        ],
      },
      true,
    ],
    ['empty asks that no row has an answer', { element: 'cars.none', empty: true }, true],
    ['empty is not met where one row has an answer', { element: 'cars.brand', empty: true }, false],
    ['not empty is met by one row', { element: 'cars.brand', empty: false }, true],
    ['greater is not met where no row has an answer', { element: 'cars.none', greater: 0 }, false],
    [
      'not turns the whole round: no row has it',
      { not: { element: 'cars.brand', equals: 'BMW' } },
      false,
    ],
  ])('The operator %s', (_, condition, expected) =>
    expect(evaluateCondition(condition, (id) => getAnswer(rows, id))).toBe(expected),
  );
});

it('`listSources` returns every element that a condition reads', () => {
  expect(
    listSources({
      any: [{ element: 'a', empty: true }, { not: { all: [{ element: 'b', equals: 1 }] } }],
    }),
  ).toEqual(['a', 'b']);
});
