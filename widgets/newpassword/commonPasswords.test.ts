import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { findBrokenRule } from '#schemas/access/users.rules.ts';

it('No demo password is one of the most common passwords', () => {
  expect(dictionary.passwords.length).toBeGreaterThan(40_000);
  expect(
    dictionary.passwords.filter((password) => findBrokenRule(password, {}) === undefined),
  ).toEqual([]);
});
