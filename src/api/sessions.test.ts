// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { keys } from 'idb-keyval';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLocks } from '#src/engine/testing/fakeLocks.ts';
import { saveDraft } from '#src/lib/drafts.ts';
import { messageDraft } from '#src/lib/outbox.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { loadedAlready, loadedOnce } from './loadedFiles.ts';
import { forgetLoggedOut, logOut } from './sessions.ts';
import { userSessions } from './userSessions.ts';

const user = {
  userId: 'nora',
  firstName: '',
  lastName: '',
  salutation: '' as const,
  email: '',
  username: null,
  userStatus: 1 as const,
  accountId: 'a',
  accountIds: ['a'],
  accountIdsWithoutDashboard: [],
  uniqueAccountKeys: [],
  hasProfilePicture: false,
};
const write = (userId: string) =>
  saveDraft(
    { form: messageDraft(userId, { acc: 'a', akte: 'c' }), round: 0 },
    {
      workflowKey: 'w',
      revision: 0,
      changes: {
        Header: {
          value: 'Frage',
          at: 1,
          workflowKey: 'w',
          revision: 0,
          type: 'input',
          question: 'Betreff',
        },
      },
    },
  );
const keptOf = async (userId: string) =>
  (await keys<string>()).filter((key) => key.includes(userId));

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true });
  vi.stubGlobal('fetch', async () => Response.json({ ended: true }));
});

describe('what was written or loaded by who logs out', () => {
  it('is removed, the last words of a view that goes with the logout as well', async () => {
    userSessions.start('registered', { user, accessToken: 'token', sessionId: 's' });
    await loadedOnce('whole f1', async () => new Blob(['x']));
    logOut(vi.fn());
    expect(loadedAlready('whole f1')).toBeUndefined();
    await write('nora');
    await expect.poll(() => readStored('loggedOutUsers')).toBeUndefined();
    expect(await keptOf('nora')).toEqual([]);
  });

  it('is removed by the next page where the last one went too soon, and nobody else’s', async () => {
    await write('nora');
    await write('jonas');
    writeStored('loggedOutUsers', ['nora']);
    await forgetLoggedOut();
    expect([
      await keptOf('nora'),
      (await keptOf('jonas')).length,
      readStored('loggedOutUsers'),
    ]).toEqual([[], 1, undefined]);
  });
});
