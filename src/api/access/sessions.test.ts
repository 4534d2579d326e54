// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { keys } from 'idb-keyval';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeLocks } from '#src/engine/testing/fakeLocks.ts';
import { saveDraft } from '#src/device/indexedDb/draftStorage.ts';
import { getMessageDraftName } from '#src/device/indexedDb/messageQueue.ts';
import { readStored, writeStored } from '#src/device/storage.ts';
import { getCachedFile, getOrLoadFile } from '#src/api/client/fileCache.ts';
import { forgetLoggedOut, logOut } from './sessions.ts';
import { userSessions } from '#src/api/client/userSessions.ts';

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
    { form: getMessageDraftName(userId, { acc: 'a', akte: 'c' }), round: 0 },
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
const getKept = async (userId: string) =>
  (await keys<string>()).filter((key) => key.includes(userId));

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: createFakeLocks(), configurable: true });
  vi.stubGlobal('fetch', async () => Response.json({ ended: true }));
});

describe('logout', () => {
  it('A logout deletes drafts, also those that an unmounting view saves', async () => {
    userSessions.start('registered', { user, accessToken: 'token', sessionId: 's' });
    await getOrLoadFile('whole f1', async () => new Blob(['x']));
    logOut(vi.fn());
    expect(getCachedFile('whole f1')).toBeUndefined();
    await write('nora');
    await expect.poll(() => readStored('loggedOutUsers')).toBeUndefined();
    expect(await getKept('nora')).toEqual([]);
  });

  it('The next page deletes a logged-out user’s drafts if the last one was closed early', async () => {
    await write('nora');
    await write('jonas');
    writeStored('loggedOutUsers', ['nora']);
    await forgetLoggedOut();
    expect([
      await getKept('nora'),
      (await getKept('jonas')).length,
      readStored('loggedOutUsers'),
    ]).toEqual([[], 1, undefined]);
  });
});
