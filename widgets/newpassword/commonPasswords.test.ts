import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { passwordProblem } from '#schemas/users.rules.ts';

it('is none of the commonest passwords in the world', () => {
  expect(dictionary.passwords.length).toBeGreaterThan(40_000);
  expect(
    dictionary.passwords.filter((password) => passwordProblem(password, {}) === undefined),
  ).toEqual([]);
});
