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
const refused = (...found: [address: string, pointer: string, rule?: string][]) => {
  const rules = Object.fromEntries(
    found.map(([address, pointer, rule = 'type']) => {
      const elementId = address.split('/').at(-1) ?? '';
      return [pointer, { elementId, address, rule }];
    }),
  );
  const fields = Object.fromEntries(found.map(([, pointer]) => [pointer, 'Falsch.']));
  return findRefusedAnswers({ fields, rules }, engine()).map(({ address, pointer, rule, text }) => [
    address,
    pointer,
    rule,
    text,
  ]);
};

it('A refusal is shown at its element, wherever its answer is in the body', () => {
  expect(
    refused(
      ['photos', '/answers/1/value/0/name'],
      ['cars/0/plate', '/answers/0/value/0/plate'],
      ['cars', '/answers/0/value/0'],
    ),
  ).toEqual([
    ['photos', '/photos/0/name', 'type', undefined],
    ['cars/0/plate', '/cars/0/plate', 'type', undefined],
    ['cars', '/cars/0', 'type', undefined],
  ]);
});

it('A refusal of a hidden element is left to the page', () => {
  expect(
    refused(
      ['hidden', '/answers/0/value'],
      ['stranger', '/answers/1/elementId'],
      ['cars/7/plate', '/answers/2/value/7/plate'],
    ),
  ).toEqual([]);
  const fields = { '/agbAccepted': 'x', '/answers/0/value': 'x' };
  expect(findRefusedAnswers({ fields }, engine())).toEqual([]);
});

it('A rule that only the server knows is shown with its sentence', () => {
  expect(refused(['photos', '/answers/1/type', 'unknown'])).toEqual([
    ['photos', '/photos', 'refused', 'Falsch.'],
  ]);
});
