import { expect, it } from 'vitest';
import { registry } from '#widgets/registry.ts';
import { answersFromTexts } from './answersFromTexts.ts';

it('reads a text the way its element would, and keeps what stands for no answer', () => {
  const elements = [{ id: 'name', type: 'input' }, { id: 'mobile', type: 'mobilenumber' }, { id: 'other', type: 'mobilenumber' }];
  expect(answersFromTexts({ name: 'Jonas', mobile: '0176 04069123', other: 'keine' }, elements, registry)).toEqual({ name: 'Jonas', mobile: '+4917604069123', other: 'keine' });
});
