import { expect, it } from 'vitest';
import { findInsurer, markTyped, findInsurances } from './insuranceAnswer.ts';

const list = [
  'Alster Assekuranz Rechtsschutz',
  'Hanseatische Rechtsschutz AG',
  'Möwe Direkt Rechtsschutz',
].map((name, index) => ({ foreignId: `RS${index}`, name }));
const findNames = (typed: string) => findInsurances(list, typed).map(({ foreignId }) => foreignId);

it.each([
  ['', ['RS0', 'RS1', 'RS2']],
  ['rechtsschutz', ['RS0', 'RS1', 'RS2']],
  ['HANSE', ['RS1']],
  ['mowe', ['RS2']],
  ['Moewe', ['RS2']],
  ['schutz direkt', ['RS2']],
  ['kasse', []],
])('`findInsurances` returns for %j: %j', (typed, found) =>
  expect(findNames(typed)).toEqual(found),
);

it.each([
  [
    'Möwe Direkt',
    'mowe',
    [
      ['Möwe', true],
      [' Direkt', false],
    ],
  ],
  [
    'Möwe Direkt',
    'dir',
    [
      ['Möwe ', false],
      ['Dir', true],
      ['ekt', false],
    ],
  ],
  [
    'Die Möwe in Maßen',
    'moewe',
    [
      ['Die ', false],
      ['Möwe', true],
      [' in Maßen', false],
    ],
  ],
  [
    'Moewe Maßnahmen',
    'massn',
    [
      ['Moewe ', false],
      ['Maßn', true],
      ['ahmen', false],
    ],
  ],
  ['Möwe Direkt', '', [['Möwe Direkt', false]]],
])('`markTyped` marks in %j what was typed as %j', (name, typed, parts) =>
  expect(markTyped(name, typed).map(({ text, isTyped }) => [text, isTyped])).toEqual(parts),
);

it('An insurer is found by name in any spelling, and any other name is kept as typed', () => {
  expect(findInsurer(list, ' möwe direkt RECHTSSCHUTZ ')).toEqual({
    foreignId: 'RS2',
    name: 'Möwe Direkt Rechtsschutz',
  });
  expect(findInsurer(list, 'Versicherung meiner Firma ')).toEqual({
    name: 'Versicherung meiner Firma ',
  });
});
