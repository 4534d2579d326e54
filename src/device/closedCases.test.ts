// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { isKnownClosed, storeClosedCases } from './closedCases.ts';
import { clearAtLogout, readStored, removeStored } from './storage.ts';

beforeEach(() => removeStored('closedCases'));

it('A closed case stays known until the server reopens it or the user logs out', () => {
  const seen = (idHash: string, isOpenForReplies: boolean) => ({ idHash, isOpenForReplies });
  storeClosedCases([seen('a', true), seen('b', false), seen('c', false)]);
  expect(['a', 'b', 'c', 'never seen'].map(isKnownClosed)).toEqual([false, true, true, false]);
  storeClosedCases([seen('a', false)]); // a page of other cases
  expect(['a', 'b', 'c'].map(isKnownClosed)).toEqual([true, true, true]);
  storeClosedCases([seen('a', true), seen('b', true), seen('c', true)]);
  expect(readStored('closedCases')).toBeUndefined();
  storeClosedCases([seen('b', false)]);
  clearAtLogout();
  expect(isKnownClosed('b')).toBe(false);
});
