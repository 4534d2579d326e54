import { expect, it } from 'vitest';
import { insurerNamed, markTyped, matchingInsurances } from './insuranceAnswer.ts';

const list = [
  'Alster Assekuranz Rechtsschutz',
  'Hanseatische Rechtsschutz AG',
  'Möwe Direkt Rechtsschutz',
].map((name, index) => ({ foreignId: `RS${index}`, name }));
const namesFor = (typed: string) =>
  matchingInsurances(list, typed).map(({ foreignId }) => foreignId);

it.each([
  ['', ['RS0', 'RS1', 'RS2']],
  ['rechtsschutz', ['RS0', 'RS1', 'RS2']],
  ['HANSE', ['RS1']],
  ['mowe', ['RS2']],
  ['schutz direkt', ['RS2']],
  ['kasse', []],
])('finds for %j: %j', (typed, found) => expect(namesFor(typed)).toEqual(found));

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
  ['Möwe Direkt', '', [['Möwe Direkt', false]]],
])('marks in %j what was typed as %j', (name, typed, parts) =>
  expect(markTyped(name, typed).map(({ text, isTyped }) => [text, isTyped])).toEqual(parts),
);

it('knows an insurer by its name, however it is written, and keeps any other name as typed', () => {
  expect(insurerNamed(list, ' möwe direkt RECHTSSCHUTZ ')).toEqual({
    foreignId: 'RS2',
    name: 'Möwe Direkt Rechtsschutz',
  });
  expect(insurerNamed(list, 'Versicherung meiner Firma ')).toEqual({
    name: 'Versicherung meiner Firma ',
  });
});
