// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { isKnownClosed, noteReplies } from './closedCases.ts';
import { clearAtLogout, readStored, removeStored } from './storage.ts';

beforeEach(() => removeStored('closedCases'));

it('a case that takes no messages stays known until the server says otherwise, or until the logout', () => {
  const seen = (idHash: string, isOpenForReplies: boolean) => ({ idHash, isOpenForReplies });
  noteReplies([seen('a', true), seen('b', false), seen('c', false)]);
  expect(['a', 'b', 'c', 'never seen'].map(isKnownClosed)).toEqual([false, true, true, false]);
  noteReplies([seen('a', false)]); // of another page: it says nothing of the others
  expect(['a', 'b', 'c'].map(isKnownClosed)).toEqual([true, true, true]);
  noteReplies([seen('a', true), seen('b', true), seen('c', true)]);
  expect(readStored('closedCases')).toBeUndefined();
  noteReplies([seen('b', false)]);
  clearAtLogout();
  expect(isKnownClosed('b')).toBe(false);
});
