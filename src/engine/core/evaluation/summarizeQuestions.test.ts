import { expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { registry } from '#widgets/registry.ts';
import { summarizeQuestions } from './summarizeQuestions.ts';

const signature = { id: 'signature', type: 'signature', label: 'Unterschrift' };
const name = { id: 'name', type: 'input', label: 'Name' };
const passengers = {
  id: 'passengers',
  type: 'group',
  label: 'Mitfahrer',
  formElements: [
    { ...name, id: 'who' },
    { id: 'age', type: 'number', label: 'Alter' },
  ],
};

it.each<[string, FormElement[], number, boolean]>([
  ['each question once', [name, { id: 'day', type: 'date', label: 'Tag' }], 2, false],
  [
    'a signature',
    [{ id: 'text', type: 'display', text: 'Ich entbinde meine Ärzte.' }, signature],
    1,
    true,
  ],
  ['a signature among others as a question', [name, signature], 2, false],
  [
    'no headline and no computed value',
    [
      { id: 'title', type: 'headline', label: 'Los' },
      name,
      { id: 'sum', type: 'computed', label: 'Summe', formula: '1 + 1' },
    ],
    1,
    false,
  ],
  ['the elements of a group once per initial row', [passengers], 2, false],
  [
    'no follow-up question before the answer that shows it',
    [name, { ...name, id: 'more', visibleWhen: { element: 'name', equals: 'x' } }],
    1,
    false,
  ],
  ['nothing at all', [{ id: 'title', type: 'headline', label: 'Lesen' }], 0, false],
])('`summarizeQuestions` counts %s', (_, formElements, questions, isSignature) =>
  expect(
    summarizeQuestions({ title: 'Fragen', formElements }, registry, {
      today: '2026-11-20',
      revision: 1,
    }),
  ).toEqual({ questions, isSignature }),
);
