import { expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { registry } from '#widgets/registry.ts';
import { parsePrefill } from './parsePrefill.ts';

const read = (texts: Record<string, string>, ...elements: FormElement[]) =>
  parsePrefill(texts, elements, registry, { today: '2026-11-20' });
const name: FormElement = { id: 'name', type: 'input', label: 'Name' };
const group = (max: number): FormElement => ({
  id: 'g',
  type: 'group',
  label: 'G',
  max,
  formElements: [name, { id: 'sum', type: 'number', label: 'S' }],
});

it('A prefill text is parsed by its element, and unreadable text is kept for correction', () => {
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

it('A prefill fills the only row of a group, and no row of a repeated group', () => {
  expect(read({ name: 'Jonas' }, group(1))).toEqual({ g: [{ name: 'Jonas' }] });
  expect(read({}, group(1))).toEqual({});
  expect(read({ name: 'Jonas' }, group(2))).toEqual({});
});

it('A prefill skips elements that a text cannot answer', () => {
  expect(
    read(
      { doc: 'x', choice: 'z' },
      { id: 'doc', type: 'file' },
      { id: 'choice', type: 'simplechoice', options: [{ value: 'a', label: 'A' }] },
    ),
  ).toEqual({});
});
