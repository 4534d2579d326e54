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
    'nothing that is only shown or worked out',
    [
      { id: 'title', type: 'headline', label: 'Los' },
      name,
      { id: 'sum', type: 'computed', label: 'Summe', formula: '1 + 1' },
    ],
    1,
    false,
  ],
  ['what is inside a group, as often as it is there at first', [passengers], 2, false],
  [
    'no follow-up before the answer that leads to it',
    [name, { ...name, id: 'more', visibleWhen: { element: 'name', equals: 'x' } }],
    1,
    false,
  ],
  ['nothing at all', [{ id: 'title', type: 'headline', label: 'Lesen' }], 0, false],
])('summarizeQuestions counts %s', (_, formElements, questions, isSignature) =>
  expect(
    summarizeQuestions({ title: 'Fragen', formElements }, registry, {
      today: '2026-11-20',
      revision: 1,
    }),
  ).toEqual({ questions, isSignature }),
);
