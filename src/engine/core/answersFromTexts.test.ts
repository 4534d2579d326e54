import { expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms.ts';
import { registry } from '#widgets/registry.ts';
import { answersFromTexts } from './answersFromTexts.ts';

const read = (texts: Record<string, string>, ...elements: FormElement[]) =>
  answersFromTexts(texts, elements, registry, { today: '2026-11-20' });
const name: FormElement = { id: 'name', type: 'input', label: 'Name' };
const group = (max: number): FormElement => ({
  id: 'g',
  type: 'group',
  label: 'G',
  max,
  formElements: [name, { id: 'sum', type: 'number', label: 'S' }],
});

it('reads a text the way its element would, and keeps what has to be mended', () => {
  const elements = [
    name,
    { id: 'mobile', type: 'mobilenumber' },
    { id: 'other', type: 'mobilenumber' },
  ];
  expect(read({ name: 'Jonas', mobile: '0176 04069123', other: 'keine' }, ...elements)).toEqual({
    name: 'Jonas',
    mobile: '+4917604069123',
    other: 'keine',
  });
});

it('fills the only row of a group, and none of a group that repeats', () => {
  expect(read({ name: 'Jonas' }, group(1))).toEqual({ g: [{ name: 'Jonas' }] });
  expect(read({}, group(1))).toEqual({});
  expect(read({ name: 'Jonas' }, group(2))).toEqual({});
});

it('leaves alone what no text can answer', () => {
  expect(
    read(
      { doc: 'x', choice: 'z' },
      { id: 'doc', type: 'file' },
      { id: 'choice', type: 'simplechoice', options: [{ value: 'a', label: 'A' }] },
    ),
  ).toEqual({});
});
