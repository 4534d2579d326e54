import { expect, it } from 'vitest';
import type { Answer, FormDefinition } from '#schemas/forms/forms.ts';
import { submissionLimits } from '#schemas/forms/limits.ts';
import { describeAnswers } from './describe.ts';

const definition: FormDefinition = {
  title: 'Unfall',
  formElements: [
    { id: 'what', type: 'textarea', label: 'Was ist passiert?' },
    { id: 'last', type: 'input', label: 'Nachname', prefill: 'ln' },
    { id: 'first', type: 'input', label: 'Vorname', prefill: 'm_vorname' },
    { id: 'company', type: 'input', label: 'Firma', prefill: 'cmp' },
    { id: 'day', type: 'date', label: 'Tag' },
    { id: 'damage', type: 'number', label: 'Schaden', decimals: 2 },
  ],
};
const describeWith = (values: Record<string, unknown>, language: 'de' | 'en' = 'de') =>
  describeAnswers(
    definition,
    Object.entries(values).map(([elementId, value]): Answer => {
      const type = definition.formElements?.find(({ id }) => id === elementId)?.type ?? '';
      return { elementId, type, value };
    }),
    language,
  );

it('A submission is described by the name of its sender and the first other answers', () => {
  const values = {
    what: 'Von rechts\n\ngekommen',
    last: 'Wieland',
    first: 'Jonas',
    day: '2026-11-18',
  };
  expect(describeWith(values)).toEqual({
    sender: 'Jonas Wieland',
    preview: 'Von rechts gekommen, 18.11.2026',
  });
  expect(describeWith({ ...values, damage: 6482.17 }, 'en').preview).toMatch(/6,482\.17/);
});

it('The company is the sender when no person is named, and the sender is empty without both', () => {
  expect(describeWith({ company: 'Alster GmbH' }).sender).toBe('Alster GmbH');
  expect(describeWith({ first: 'Jonas', company: 'Alster GmbH' }).sender).toBe('Jonas');
  expect(describeWith({ what: 'Unfall' })).toEqual({ sender: '', preview: 'Unfall' });
});

it('The sender is found by the autocomplete of a field too, as a whole name or in parts', () => {
  const form: FormDefinition = {
    title: 'Bußgeld',
    formElements: [
      { id: 'name', type: 'input', label: 'Wie heißen Sie?', autocomplete: 'name' },
      { id: 'driver', type: 'input', label: 'Wer ist gefahren?' },
      { id: 'firm', type: 'input', label: 'Firma', autocomplete: 'organization' },
    ],
  };
  const describeAll = (values: Record<string, string>) =>
    describeAnswers(
      form,
      Object.entries(values).map(([elementId, value]) => ({ elementId, type: 'input', value })),
      'de',
    );
  expect(describeAll({ name: 'Jana Weber', driver: 'Max', firm: 'Alster GmbH' })).toEqual({
    sender: 'Jana Weber',
    preview: 'Max',
  });
  expect(describeAll({ driver: 'Max', firm: 'Alster GmbH' }).sender).toBe('Alster GmbH');
});

it('A prefilled name is the sender when its autocomplete is off or says something else', () => {
  const form: FormDefinition = {
    title: 'Einladung',
    formElements: [
      { id: 'first', type: 'input', label: 'Vorname', prefill: 'fn', autocomplete: 'off' },
      { id: 'last', type: 'input', label: 'Nachname', prefill: 'ln', autocomplete: 'nickname' },
    ],
  };
  const answers = [
    { elementId: 'first', type: 'input', value: 'Jana' },
    { elementId: 'last', type: 'input', value: 'Weber' },
  ];
  expect(describeAnswers(form, answers, 'de')).toEqual({ sender: 'Jana Weber', preview: '' });
});

it('A long preview is cut behind a whole word', () => {
  const { preview } = describeWith({
    what: 'Glatteis auf der Brücke '.repeat(20),
    day: '2026-11-18',
  });
  expect(preview.length).toBeLessThanOrEqual(submissionLimits.maxPreviewLength + 1);
  expect(preview).toMatch(/ (?:Glatteis|auf|der|Brücke)…$/);
  const word = 'a'.repeat(submissionLimits.maxPreviewLength * 2);
  expect(describeWith({ what: word }).preview).toBe(
    `${'a'.repeat(submissionLimits.maxPreviewLength)}…`,
  );
});
