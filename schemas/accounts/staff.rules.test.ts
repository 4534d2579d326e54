import { expect, it } from 'vitest';
import { makeAccount } from '#schemas/testing/make.ts';
import { findInbox, isStaffOnly } from './staff.rules.ts';

const work = makeAccount({ id: 'a1', boardRole: 'user', caseCount: 0 });
const board = makeAccount({ id: 'a2', boardRole: 'external', caseCount: 0 });
const firm = makeAccount({ id: 'a3', caseCount: 2 });

it('The inbox is that of the first account where the role reads it', () => {
  expect(findInbox([firm, board, work])?.id).toBe('a1');
  expect(findInbox([firm, board])).toBeUndefined();
});

it('A user with a case, an account without a role or no account is not only staff', () => {
  expect(isStaffOnly([work, board])).toBe(true);
  expect(isStaffOnly([work, firm])).toBe(false);
  expect(isStaffOnly([makeAccount({ boardRole: 'admin', caseCount: 1 })])).toBe(false);
  expect(isStaffOnly([])).toBe(false);
});
