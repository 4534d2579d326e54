import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { localize, MailAddress } from './common.ts';

it('A missing translation falls back to the other language', () => {
  expect(localize({ de: 'Name', en: 'Full name' }, 'en')).toBe('Full name');
  expect(localize({ de: 'Name' }, 'en')).toBe('Name');
  expect(localize({ de: 'Name', en: '' }, 'en')).toBe('Name');
  expect(localize({ de: ' ', en: 'Full name' }, 'de')).toBe('Full name');
  expect(localize({ de: '', en: ' ' }, 'en').trim()).toBe('');
});

it.each([
  ['jana@example.com', true],
  ['jana@müller.example', true],
  ['jana@a-b.example', true],
  ['jana@example.com\u200B', false],
  ['\u202Ajana@example.com\u202C', false],
  ['ja\u00ADna@example.com', false],
  ['jana@example.com\u0000', false],
  ['jana@example..com', false],
  ['jana@-example.com', false],
  ['jana@example-.com', false],
  ['jana@example', false],
])('A program sends the address %j, and it is accepted: %s', (address, isAccepted) => {
  expect(Value.Check(MailAddress, address)).toBe(isAccepted);
});
