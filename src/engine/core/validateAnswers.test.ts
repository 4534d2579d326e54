import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms.ts';
import { compileCheck } from '#src/engine/testing/compileCheck.ts';
import { registry } from '#widgets/registry.ts';
import { compileForm } from './compileForm.ts';
import { validateAnswers } from './validateAnswers.ts';
import type { Answers } from './conditions.ts';

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
const check = compileCheck(compileForm({ title: 'Unfall', formElements: elements }, registry));
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
  it('takes complete answers as they are', () => {
    const answers = { name: 'Jonas', day: '2026-11-20', injured: 'no', agree: true };
    expect(validate(answers)).toMatchObject({ answers, errors: [] });
  });

  it('names each missing required element once, in form order, but none of unknown type', () => {
    expect(rules({})).toEqual(['name: required', 'agree: required']);
  });

  it('counts an empty text and an unticked box as no answer', () => {
    expect(rules({ name: '', agree: false })).toEqual(['name: required', 'agree: required']);
    expect(rules({ name: ' \n ', agree: true })).toEqual(['name: required']);
  });

  it('asks for a required element only while it is shown', () => {
    expect(rules({ name: 'Jonas', agree: true, injured: 'yes' })).toEqual(['who: required']);
    expect(rules({ name: 'Jonas', agree: true, injured: 'no' })).toEqual([]);
  });

  it('drops answers to hidden elements without a word, however wrong', () => {
    const { answers, errors } = validate({ name: 'Jonas', agree: true, injured: 'no', who: 42 });
    expect(errors).toEqual([]);
    expect(answers).not.toHaveProperty('who');
  });

  it('drops answers nobody asked for', () => {
    expect(validate({ name: 'Jonas', agree: true, title: 'x', stranger: 1 }).answers).toEqual({
      name: 'Jonas',
      agree: true,
    });
  });

  it('gives the figures a text needs', () => {
    expect(validate({ name: 'Jonathan', agree: true }).errors).toEqual([
      { address: 'name', pointer: '/name', rule: 'maxLength', params: { limit: 5 } },
    ]);
  });

  it('runs the type’s own rule once the shape is right', () => {
    expect(rules({ name: 'Jonas', agree: true, day: '2026-11-21' })).toEqual(['day: future']);
    expect(rules({ name: 'Jonas', agree: true, day: '2026-02-30' })).toEqual(['day: noSuchDay']);
  });

  it('is not fooled by an answer of the wrong kind', () => {
    expect(rules({ name: ['Jonas'], agree: 'true', injured: { equals: 'yes' } })).toEqual([
      'name: type',
      'injured: type',
      'agree: required',
    ]);
  });

  it('finds nothing more in what it let through', () => {
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

it('keeps the rows of a group in their places, also one in which nothing is asked', () => {
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
      compileCheck(compileForm({ title: 'T', formElements }, registry)),
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
