import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionLimits } from '#schemas/access/limits.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import { secondMs } from '#schemas/platform/time.ts';
import { readStored, removeStored } from '#src/device/storage.ts';
import { createFakeLocks } from '#src/engine/testing/fakeLocks.ts';
import { networkError } from './errors.ts';
import type { CallJson } from './request.ts';
import { getUserTokens, userSessions } from './userSessions.ts';

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

it('A token that is renewed soon is due at once, and an expired session stays expired', () => {
  userSessions.start('registered', getSession('nora'));
  expect(getUserTokens('registered').isDue()).toBe(false);
  userSessions.renewSoon('registered');
  expect(getUserTokens('registered').isDue()).toBe(true);
  userSessions.end('registered');
  userSessions.renewSoon('registered');
  expect(userSessions.live('registered')).toBeUndefined();
});

it('A session stays when one of the other kind starts', () => {
  userSessions.start('registered', getSession('nora'));
  userSessions.start('unregistered', getSession('nora'));
  expect(userSessions.live('registered')?.user.userId).toBe('nora');
});

/** Each `renew` is that of a tab, because the calls of one tab share theirs (tokens.ts). */
describe('two tabs with one session', () => {
  const { renew, token } = getUserTokens('registered');
  const withToken = (accessToken: string) => ({ ...getSession('nora'), accessToken });
  const refresh = vi.fn<CallJson>();

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    vi.stubGlobal('navigator', { locks: createFakeLocks() });
    for (const name of ['addEventListener', 'removeEventListener'])
      vi.stubGlobal(name, () => undefined);
    refresh.mockReset();
    refresh.mockImplementation(async () => ({
      data: withToken(`token ${refresh.mock.calls.length}`),
    }));
    userSessions.start('registered', withToken('token 0'));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('Two tabs share one refresh each time their token expires', async () => {
    for (const count of [1, 2, 3]) {
      const used = token() ?? '';
      await Promise.all([renew(used, refresh), renew(used, refresh)]);
      expect([refresh.mock.calls.length, token()]).toEqual([count, `token ${count}`]);
      await vi.advanceTimersByTimeAsync(sessionLimits.accessTokenSeconds * secondMs);
    }
  });

  it('A tab that still reads the old token waits for the new one of the other tab', async () => {
    await renew('token 0', refresh);
    userSessions.start('registered', withToken('token 0')); // the storage of the late tab
    const late = renew('token 0', refresh);
    await vi.advanceTimersByTimeAsync(sessionLimits.otherTabMs / 2);
    userSessions.start('registered', withToken('token 1'));
    expect(await late).toEqual({ data: undefined });
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('A tab renews the token by itself when the other tab got none', async () => {
    refresh.mockResolvedValueOnce({ error: networkError });
    const [first, second] = [renew('token 0', refresh), renew('token 0', refresh)];
    expect(await first).toEqual({ error: networkError });
    await vi.advanceTimersByTimeAsync(2 * sessionLimits.otherTabMs);
    expect(await second).toEqual({ data: withToken('token 2') });
    expect(token()).toBe('token 2');
  });
});
