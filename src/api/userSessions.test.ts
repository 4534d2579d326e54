import { beforeEach, expect, it } from 'vitest';
import type { UserSession } from '#schemas/sessions.ts';
import { readStored, removeStored } from '#src/lib/storage.ts';
import { userSessions } from './userSessions.ts';

const sessionOf = (userId: string): UserSession => ({
  accessToken: `token of ${userId}`,
  sessionId: userId,
  user: {
    userId,
    firstName: '',
    lastName: '',
    salutation: '',
    email: '',
    username: null,
    userStatus: 1,
    accountId: 'a',
    accountIds: ['a'],
    accountIdsWithoutDashboard: [],
    uniqueAccountKeys: [],
    hasProfilePicture: false,
  },
});

beforeEach(() =>
  ['registeredSession', 'unregisteredSession'].forEach((key) =>
    removeStored(key as 'registeredSession'),
  ),
);

it('a login that has ended is kept, so that whoever logs in again finds everything as it was', () => {
  userSessions.start('registered', sessionOf('nora'));
  userSessions.end('registered');
  expect(readStored('registeredSession')).toEqual({
    hasEnded: true,
    user: { userId: 'nora', username: null },
  });
});

it('... until somebody else comes in by PIN', () => {
  userSessions.start('registered', sessionOf('nora'));
  userSessions.end('registered');
  userSessions.start('unregistered', sessionOf('jonas'));
  expect(readStored('registeredSession')).toBeUndefined();
});

it('what has changed of whoever is logged in is told at once, and a login that has ended stays ended', () => {
  userSessions.start('registered', sessionOf('nora'));
  userSessions.update('registered', { hasProfilePicture: true });
  expect(userSessions.live('registered')).toMatchObject({
    accessToken: 'token of nora',
    user: { userId: 'nora', hasProfilePicture: true },
  });
  userSessions.end('registered');
  userSessions.update('registered', { hasProfilePicture: false });
  expect(userSessions.live('registered')).toBeUndefined();
});

it('a login goes on beside one of the other kind', () => {
  userSessions.start('registered', sessionOf('nora'));
  userSessions.start('unregistered', sessionOf('nora'));
  expect(userSessions.live('registered')?.user.userId).toBe('nora');
});
