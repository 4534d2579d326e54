import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { compileCheck } from '#src/engine/testing/compileCheck.ts';
import { registry } from '#widgets/registry.ts';
import { toJsonSchema } from '../definition/toJsonSchema.ts';
import { validateAnswers } from './validateAnswers.ts';
import type { Answers } from '../evaluation/conditions.ts';

const elements: FormElement[] = [
  { id: 'title', type: 'headline', label: 'Der Unfall' },
  { id: 'name', type: 'input', label: 'Name', required: true, maxLength: 5 },
  { id: 'day', type: 'date', label: 'Unfalltag', max: 'today' },
  {
    id: 'injured',
    type: 'simplechoice',
    label: 'Verletzt?',
    options: [
      { value: 'yes', label: 'Ja' },
      { value: 'no', label: 'Nein' },
    ],
  },
  {
    id: 'who',
    type: 'input',
    label: 'Wer?',
    required: true,
    visibleWhen: { element: 'injured', equals: 'yes' },
  },
  { id: 'agree', type: 'checkbox', label: 'Einverstanden', required: true },
  { id: 'later', type: 'holo', label: 'Von morgen', required: true },
];
const check = compileCheck(toJsonSchema({ title: 'Unfall', formElements: elements }, registry));
const validate = (answers: Answers) =>
  validateAnswers(
    [{ id: 'page', title: 'Seite', formElements: elements }],
    registry,
    answers,
    check,
    { today: '2026-11-20', revision: 1 },
  );
const rules = (answers: Answers) =>
  validate(answers).errors.map(({ address, rule }) => `${address}: ${rule}`);

describe('validateAnswers', () => {
  it('Complete answers are accepted unchanged', () => {
    const answers = { name: 'Jonas', day: '2026-11-20', injured: 'no', agree: true };
    expect(validate(answers)).toMatchObject({ answers, errors: [] });
  });

  it('Each missing required element is reported once, in form order', () => {
    expect(rules({})).toEqual(['name: required', 'agree: required']);
  });

  it('An empty text and an unticked box count as no answer', () => {
    expect(rules({ name: '', agree: false })).toEqual(['name: required', 'agree: required']);
    expect(rules({ name: ' \n ', agree: true })).toEqual(['name: required']);
  });

  it('A required element is validated only while it is visible', () => {
    expect(rules({ name: 'Jonas', agree: true, injured: 'yes' })).toEqual(['who: required']);
    expect(rules({ name: 'Jonas', agree: true, injured: 'no' })).toEqual([]);
  });

  it('Answers to hidden elements are dropped without an error, however wrong', () => {
    const { answers, errors } = validate({ name: 'Jonas', agree: true, injured: 'no', who: 42 });
    expect(errors).toEqual([]);
    expect(answers).not.toHaveProperty('who');
  });

  it('Answers to unknown elements are dropped', () => {
    expect(validate({ name: 'Jonas', agree: true, title: 'x', stranger: 1 }).answers).toEqual({
      name: 'Jonas',
      agree: true,
    });
  });

  it('An error carries the figures that its message needs', () => {
    expect(validate({ name: 'Jonathan', agree: true }).errors).toEqual([
      { address: 'name', pointer: '/name', rule: 'maxLength', params: { limit: 5 } },
    ]);
  });

  it('The type’s own rule runs once the shape is valid', () => {
    expect(rules({ name: 'Jonas', agree: true, day: '2026-11-21' })).toEqual(['day: future']);
    expect(rules({ name: 'Jonas', agree: true, day: '2026-02-30' })).toEqual(['day: noSuchDay']);
  });

  it('An answer of the wrong JSON type is rejected', () => {
    expect(rules({ name: ['Jonas'], agree: 'true', injured: { equals: 'yes' } })).toEqual([
      'name: type',
      'injured: type',
      'agree: required',
    ]);
  });

  it('Validating accepted answers again finds no error', () => {
    const anyValue = fc.oneof(
      fc.string(),
      fc.boolean(),
      fc.constantFrom('yes', 'no', '2026-11-20'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...elements.map(({ id }) => id)), anyValue),
        (typed) => {
          const first = validate(typed);
          const second = validate(first.answers);
          expect(second.answers).toEqual(first.answers);
          expect(second.errors).toEqual(first.errors);
        },
      ),
    );
  });
});

it('Rows of a group keep their index, also rows without a visible element', () => {
  const group: FormElement = {
    id: 'g',
    type: 'group',
    label: 'G',
    max: 3,
    required: true,
    formElements: [
      { id: 'first', type: 'input', label: 'F', visibleWhen: { element: 'open', equals: true } },
      { id: 'late', type: 'input', label: 'L', visibleWhen: { element: 'first', empty: false } },
    ],
  };
  const open: FormElement = { id: 'open', type: 'checkbox', label: 'O' };
  const judge = (formElements: FormElement[], answers: Answers) =>
    validateAnswers(
      [{ id: 'page', title: 'T', formElements }],
      registry,
      answers,
      compileCheck(toJsonSchema({ title: 'T', formElements }, registry)),
      { today: '2026-11-20', revision: 1 },
    );
  expect(judge([open, group], { g: [{}, { first: 'x' }] })).toMatchObject({
    answers: { g: [{}, {}] },
    errors: [],
  });
  const [, ...rest] = group['formElements'] as FormElement[];
  const byRow = {
    ...group,
    formElements: [
      { id: 'first', type: 'checkbox', label: 'F' },
      ...rest.map((each) => ({ ...each, visibleWhen: { element: 'first', equals: true } })),
    ],
  };
  expect(judge([byRow], { g: [{}, { first: true, late: 'x' }] }).answers).toEqual({
    g: [{}, { first: true, late: 'x' }],
  });
});
