import { describe, expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { compileCheck } from '#src/engine/testing/compileCheck.ts';
import { registry } from '#widgets/registry.ts';
import { restoreDraft, type StoredAnswer } from './restoreDraft.ts';
import { toJsonSchema } from '../definition/toJsonSchema.ts';

const photo = { entityId: 'A1b2C3d4E5f6G7h8', name: 'unfall.jpg', extension: 'jpg', size: 10 };
const formElements: FormElement[] = [
  { id: 'name', type: 'input', label: 'Name', maxLength: 5 },
  {
    id: 'hurt',
    type: 'simplechoice',
    label: 'Verletzt?',
    options: [
      { value: 'yes', label: 'Ja' },
      { value: 'no', label: 'Nein' },
    ],
  },
  { id: 'photos', type: 'file', label: 'Fotos' },
  {
    id: 'cars',
    type: 'group',
    label: 'Autos',
    min: 0,
    max: 3,
    formElements: [
      { id: 'plate', type: 'input', label: 'Kennzeichen' },
      { id: 'picture', type: 'file', label: 'Bild' },
      {
        id: 'fuel',
        type: 'simplechoice',
        label: 'Antrieb',
        options: [
          { value: 'petrol', label: 'Benzin' },
          { value: 'power', label: 'Strom' },
        ],
      },
      { id: 'seats', type: 'number', label: 'Sitze' },
    ],
  },
];
const check = compileCheck(toJsonSchema({ title: 'T', formElements }, registry));

const given = (id: string, value: unknown, more: Partial<StoredAnswer> = {}) => ({
  [id]: {
    value,
    workflowKey: 'here',
    revision: 2,
    type: formElements.find((element) => element.id === id)?.type ?? 'input',
    question: `Frage ${id}`,
    ...more,
  },
});
const carry = (kept: Record<string, StoredAnswer>) =>
  restoreDraft(kept, { elements: formElements, registry, check, workflowKey: 'here', revision: 2 });

describe('restoreDraft in the same workflow', () => {
  it('A draft is restored as it was typed, with its invalid answers', () => {
    const kept = {
      ...given('name', 'zu langer Name'),
      ...given('hurt', 'perhaps'),
      ...given('photos', [photo]),
    };
    expect(carry(kept)).toEqual({
      answers: { name: 'zu langer Name', hurt: 'perhaps', photos: [photo] },
      rows: {},
      lostFiles: [],
      lostAnswers: [],
    });
  });
});

it('A draft restores the keys of its rows', () => {
  expect(carry(given('cars', [{ plate: 'HH-A 1' }, {}], { rows: ['1', '0'] }))).toMatchObject({
    answers: { cars: [{ plate: 'HH-A 1' }, {}] },
    rows: { cars: ['1', '0'] },
  });
});

describe('restoreDraft in another workflow', () => {
  const elsewhere = { workflowKey: 'elsewhere' };
  it('A draft of another workflow loses its uploads, also those in rows, and names them', () => {
    const kept = {
      ...given('name', 'Anna', elsewhere),
      ...given('photos', [photo], elsewhere),
      ...given('cars', [{ plate: 'HH-A 1', picture: [{ ...photo, name: 'auto.jpg' }] }], elsewhere),
    };
    expect(carry(kept)).toEqual({
      answers: { name: 'Anna', cars: [{ plate: 'HH-A 1' }] },
      rows: {},
      lostFiles: ['unfall.jpg', 'auto.jpg'],
      lostAnswers: [],
    });
  });
});

describe('restoreDraft with a newer revision', () => {
  const earlier = { revision: 1 };
  it('A newer revision keeps the answers that are still valid, and names the others', () => {
    const kept = {
      ...given('name', 'zu langer Name', earlier),
      ...given('hurt', 'perhaps', earlier),
      ...given('gone', 'x', { ...earlier, question: 'Was früher gefragt wurde' }),
      ...given('cars', [{ plate: 'HH-A 1' }], { ...earlier, type: 'input', question: 'Autos' }),
    };
    expect(carry(kept)).toEqual({
      answers: { name: 'zu langer Name' },
      rows: {},
      lostFiles: [],
      lostAnswers: ['Frage hurt', 'Was früher gefragt wurde', 'Autos'],
    });
  });

  describe('restoreDraft with rows of a group', () => {
    const inside = {
      plate: { type: 'input', question: 'Kennzeichen' },
      fuel: { type: 'simplechoice', question: 'Antrieb früher' },
      colour: { type: 'input', question: 'Farbe' },
      seats: { type: 'input', question: 'Sitze früher' },
    };
    const cars = (...rows: unknown[]) =>
      carry(given('cars', rows, { ...earlier, inside, rows: rows.map((_, row) => String(row)) }));

    it('A row loses only the answer whose option was removed', () => {
      expect(
        cars({ plate: 'HH-A 1', fuel: 'gas' }, { plate: 'HH-A 2', fuel: 'power' }, { fuel: 'gas' }),
      ).toMatchObject({
        answers: { cars: [{ plate: 'HH-A 1' }, { plate: 'HH-A 2', fuel: 'power' }, {}] },
        rows: { cars: ['0', '1', '2'] },
        lostAnswers: ['Antrieb früher'],
      });
    });

    it('A row names questions that were removed or changed, and restores no unknown answer', () => {
      expect(
        cars({ plate: 'HH-A 1', colour: 'rot', seats: 'fünf', stranger: 1 }, { colour: '' }),
      ).toMatchObject({
        answers: { cars: [{ plate: 'HH-A 1' }, {}] },
        lostAnswers: ['Farbe', 'Sitze früher', 'Frage cars'],
      });
    });

    it('A group is lost as a whole only if its answer is no array', () => {
      expect(carry(given('cars', 'x', earlier))).toMatchObject({
        answers: {},
        lostAnswers: ['Frage cars'],
      });
    });
  });

  it('A deleted answer is not reported as lost', () => {
    expect(carry(given('gone', undefined, earlier)).lostAnswers).toEqual([]);
  });
});
