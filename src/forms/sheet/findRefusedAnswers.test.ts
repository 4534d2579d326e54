import { expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { createTestEngine } from '#src/engine/testing/TestForm.tsx';
import { findRefusedAnswers } from './findRefusedAnswers.ts';

const elements: FormElement[] = [
  { id: 'more', type: 'checkbox', label: 'Mehr' },
  {
    id: 'hidden',
    type: 'input',
    label: 'Verdeckt',
    visibleWhen: { element: 'more', equals: true },
  },
  { id: 'photos', type: 'file', label: 'Fotos' },
  {
    id: 'cars',
    type: 'group',
    label: 'Autos',
    min: 0,
    max: 3,
    formElements: [{ id: 'plate', type: 'input', label: 'Kennzeichen' }],
  },
];
const photo = { entityId: 'A1b2C3d4E5f6G7h8', name: 'unfall.jpg', extension: 'jpg', size: 10 };
const engine = () => createTestEngine(elements, { photos: [photo], cars: [{ plate: 'HH' }] });
const refused = (fields: Record<string, string>, rules = {}) =>
  findRefusedAnswers({ fields, rules }, engine()).map(({ address, rule, text }) => [
    address,
    rule,
    text,
  ]);

it('A refusal is shown at its element: a row has a path, a list of files has none', () => {
  expect(
    refused({
      '/answers/photos/0/name': 'Fehlt.',
      '/answers/cars/0/plate': 'Falsch.',
      '/answers/cars/0': 'Keine Zeile.',
    }),
  ).toEqual([
    ['photos', 'refused', 'Fehlt.'],
    ['cars/0/plate', 'refused', 'Falsch.'],
    ['cars', 'refused', 'Keine Zeile.'],
  ]);
});

it('A refusal of a hidden element is left to the page', () => {
  expect(
    refused({
      '/answers/hidden': 'x',
      '/answers/stranger': 'x',
      '/answers/cars/7/plate': 'x',
      '/agbAccepted': 'x',
    }),
  ).toEqual([]);
});

it('A refusal with a known rule is translated', () => {
  expect(
    refused(
      { '/answers/photos': 'Höchstens 2.' },
      { '/answers/photos': { rule: 'maxItems', params: { limit: 2 } } },
    ),
  ).toEqual([['photos', 'maxItems', undefined]]);
});
