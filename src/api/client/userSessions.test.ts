import { beforeEach, expect, it } from 'vitest';
import type { UserSession } from '#schemas/access/sessions.ts';
import { readStored, removeStored } from '#src/device/storage.ts';
import { userSessions } from './userSessions.ts';

const getSession = (userId: string): UserSession => ({
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

it('An expired session keeps its user, so that their drafts are found after a login', () => {
  userSessions.start('registered', getSession('nora'));
  userSessions.end('registered');
  expect(readStored('registeredSession')).toEqual({
    hasEnded: true,
    user: { userId: 'nora', username: null },
  });
});

it('A login by PIN of another user drops the expired session', () => {
  userSessions.start('registered', getSession('nora'));
  userSessions.end('registered');
  userSessions.start('unregistered', getSession('jonas'));
  expect(readStored('registeredSession')).toBeUndefined();
});

it('A change of the user is stored at once and does not revive an expired session', () => {
  userSessions.start('registered', getSession('nora'));
  userSessions.update('registered', { hasProfilePicture: true });
  expect(userSessions.live('registered')).toMatchObject({
    accessToken: 'token of nora',
    user: { userId: 'nora', hasProfilePicture: true },
  });
  userSessions.end('registered');
  userSessions.update('registered', { hasProfilePicture: false });
  expect(userSessions.live('registered')).toBeUndefined();
});

it('A session stays when one of the other kind starts', () => {
  userSessions.start('registered', getSession('nora'));
  userSessions.start('unregistered', getSession('nora'));
  expect(userSessions.live('registered')?.user.userId).toBe('nora');
});
