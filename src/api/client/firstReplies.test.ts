// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshSession, type UserSession } from '#schemas/access/sessions.ts';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import { listCases } from '#schemas/cases/cases.ts';
import { readMessage } from '#schemas/cases/messages.ts';
import { dayMs, minuteMs } from '#schemas/platform/time.ts';
import {
  firstRepliesId,
  loggedOutCookie,
  type FirstReplies,
} from '#schemas/portal/firstReplies.ts';
import { getServerNow } from '#src/device/serverClock.ts';
import { readStored, removeStored, writeStored } from '#src/device/storage.ts';
import { findFirstEventId, forgetFirstReplies, takeFirstReply } from './firstReplies.ts';
import { userSessions } from './userSessions.ts';

const start = (kind: 'registered' | 'unregistered', sessionId: string) =>
  userSessions.start(kind, {
    accessToken: 'token',
    sessionId,
    user: { userId: 'nora' },
  } as UserSession);

const accounts = { accounts: [] };
const address = '/api/v2.0/accounts';

/** Puts replies into the page like the server does. */
function embed(change: Partial<FirstReplies> = {}): void {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = firstRepliesId;
  const embedded: FirstReplies = {
    sessionId: 's1',
    lastEventId: 7,
    sentAt: new Date().toISOString(),
    language: 'de',
    replies: { [address]: { data: accounts } },
    ...change,
  };
  element.textContent = JSON.stringify(embedded);
  document.body.replaceChildren(element);
}

beforeEach(() => {
  embed();
  start('registered', 's1');
});
afterEach(() => {
  vi.restoreAllMocks();
  removeStored('registeredSession');
  removeStored('unregisteredSession');
  removeStored('language');
});

it('The first call gets the reply that came with the page, the second is sent', () => {
  expect(takeFirstReply({ endpoint: listAccounts })).toEqual({ data: accounts });
  expect(takeFirstReply({ endpoint: listAccounts })).toBeUndefined();
  expect(document.getElementById(firstRepliesId)).toBeNull();
});

it('A reply keeps the ETag of its state', () => {
  embed({ replies: { [address]: { data: accounts, etag: '"1"' } } });
  const taken = takeFirstReply({ endpoint: listAccounts });
  expect(taken).toEqual({ data: accounts, meta: { etag: '"1"' } });
});

it('A call with another query, or of a firm’s staff is sent', () => {
  const cases = '/api/v2.0/akten';
  embed({ replies: { [cases]: { data: {} } } });
  const asStaff = { endpoint: listCases, account: 'a' };
  const narrower = { endpoint: listCases, query: { Unread: true } };
  for (const request of [asStaff, narrower]) expect(takeFirstReply(request)).toBeUndefined();
  expect(takeFirstReply({ endpoint: listCases })).toEqual({ data: {} });
});

it.each<[string, () => void]>([
  ['another session', () => start('registered', 's2')],
  ['a session that has ended', () => userSessions.end('registered')],
  ['the session by PIN beside a login', () => embed({ sessionId: 'pin' })],
  ['another language', () => writeStored('language', 'en')],
  ['a minute ago', () => vi.spyOn(performance, 'now').mockReturnValue(minuteMs)],
])('A reply of %s is not used', (_, change) => {
  start('unregistered', 'pin');
  change();
  expect(takeFirstReply({ endpoint: listAccounts })).toBeUndefined();
});

it('A reply is used up to a minute after the page', () => {
  vi.spyOn(performance, 'now').mockReturnValue(minuteMs - 1);
  expect(takeFirstReply({ endpoint: listAccounts })).toEqual({ data: accounts });
});

it('No reply is used after an event or a call that changes something', () => {
  forgetFirstReplies();
  expect(takeFirstReply({ endpoint: listAccounts })).toBeUndefined();
  embed();
  takeFirstReply({ endpoint: refreshSession });
  expect(takeFirstReply({ endpoint: listAccounts })).toEqual({ data: accounts });
  embed();
  takeFirstReply({ endpoint: readMessage });
  expect(takeFirstReply({ endpoint: listAccounts })).toBeUndefined();
});

it('A client with a PIN alone gets the replies of that session', () => {
  removeStored('registeredSession');
  start('unregistered', 'pin');
  embed({ sessionId: 'pin' });
  expect(takeFirstReply({ endpoint: listAccounts })).toEqual({ data: accounts });
});

it('The events of the page start after those that its replies contain', () => {
  expect(findFirstEventId()).toBe(7);
  start('registered', 's2');
  expect(findFirstEventId()).toBeUndefined();
});

it('A device with a wrong clock has the server’s time before the first call is sent', () => {
  const serverNow = Date.now() + dayMs;
  embed({ sentAt: new Date(serverNow).toISOString() });
  takeFirstReply({ endpoint: listAccounts });
  expect(Math.abs(getServerNow() - serverNow)).toBeLessThan(minuteMs);
});

it('A cookie tells the server of a logout that it has not received, until it has, or the next login', () => {
  userSessions.addPendingLogouts(['registered', 'unregistered']);
  userSessions.removePendingLogout('unregistered');
  expect(document.cookie).toBe(`${loggedOutCookie}=1`);
  userSessions.removePendingLogout('registered');
  expect(document.cookie).toBe('');
  userSessions.addPendingLogouts(['registered']);
  start('registered', 's1');
  expect([document.cookie, readStored('pendingLogouts')]).toEqual(['', undefined]);
});
