// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { delMany, keys } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messageLimits } from '#schemas/cases/limits.ts';
import { createFakeLocks } from '#src/engine/testing/fakeLocks.ts';
import {
  updateQueued,
  deleteQueued,
  getFilesToSend,
  deleteQueueAndDrafts,
  getMessageDraftName,
  getQueuedMessages,
  queueMessage,
  type QueuedMessage,
  type Return,
} from '#src/device/indexedDb/messageQueue.ts';
import { loadStoredForm, saveDraft } from '#src/device/indexedDb/draftStorage.ts';
import { toApiError, networkError } from '#src/api/client/errors.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { sendQueued, type MessageQueueOptions } from './sendQueuedMessages.ts';

let tests = 0;
let userId: string;
let tabs: AbortController[];
let sent: { key: string; at: number }[];
let returned: [key: string, why: Return][];
beforeEach(() => {
  userId = `user-${++tests}`;
  tabs = [];
  sent = [];
  returned = [];
  Object.defineProperty(navigator, 'locks', { value: createFakeLocks(), configurable: true });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
});
afterEach(() => {
  tabs.forEach((tab) => tab.abort());
  vi.restoreAllMocks();
});

const message = (key: string): QueuedMessage => ({
  key,
  place: { acc: 'a', akte: 'c' },
  written: { Header: key, TextContent: 'Text' },
  queuedAt: '2026-11-20T09:00:00Z',
});
const queue = async (...keys: string[]) => {
  for (const key of keys) await queueMessage(userId, message(key));
};
const left = async () => (await getQueuedMessages(userId)).map(({ key }) => key);
const accept = async ({ key }: QueuedMessage) => {
  sent.push({ key, at: Date.now() });
};

/** Keys of the files that the server has stored. */
let stored: Set<string>;
beforeEach(() => {
  stored = new Set();
});
const take: MessageQueueOptions['upload'] = async (_file, key) => {
  stored.add(key);
  return {
    fileuploadId: `upload-${key}`,
    fileName: key,
    fileExtension: 'pdf',
    size: 4,
    hasThumbnail: false,
  };
};
/** Queues a message with files whose keys are their names: the test's database loses file names. */
const queueWith = (key: string, ...names: string[]) =>
  queueMessage(
    userId,
    { ...message(key), files: names.map((name) => ({ key: name, name })) },
    names.map((name) => ({ key: name, file: new File(['%PDF'], name) })),
  );
/** An upload that ends only when it is aborted. */
const slow: MessageQueueOptions['upload'] = (_file, _key, signal) =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
  );

function openTab(
  send: (message: QueuedMessage) => Promise<unknown> = accept,
  upload: MessageQueueOptions['upload'] = take,
): AbortController {
  const tab = new AbortController();
  tabs.push(tab);
  void sendQueued(
    { userId, upload, send, onReturned: ({ key }, why) => returned.push([key, why]) },
    tab.signal,
  );
  return tab;
}

describe('queued messages', () => {
  it('Messages are sent in order, one every 1.5 s', async () => {
    await queue('first', 'second', 'third');
    openTab();
    await expect.poll(() => sent.map(({ key }) => key)).toEqual(['first', 'second', 'third']);
    const [a = 0, b = 0, c = 0] = sent.map(({ at }) => at);
    expect(Math.min(b - a, c - b)).toBeGreaterThanOrEqual(messageLimits.sendEveryMs - 20);
    await expect.poll(() => left()).toEqual([]);
    await queue('later');
    await expect.poll(() => sent.at(-1)?.key).toBe('later');
  });

  it('One tab sends the messages; when it is closed, the next tab continues', async () => {
    const attempts: ('first' | 'second')[] = [];
    const sendIn = (tab: 'first' | 'second') =>
      openTab(async (each) => {
        attempts.push(tab);
        await (attempts.length === 1 ? new Promise(() => undefined) : accept(each));
      });
    const open = { first: sendIn('first'), second: sendIn('second') };
    await queue('one', 'two');
    await expect.poll(() => attempts).toHaveLength(1);
    await expect.poll(async () => (await navigator.locks.query()).pending).toHaveLength(1);
    expect(attempts).toHaveLength(1);
    const [sender = 'first'] = attempts;
    open[sender].abort();
    await expect.poll(() => sent.map(({ key }) => key)).toEqual(['one', 'two']);
    expect(attempts).toHaveLength(3);
    expect(attempts.slice(1)).not.toContain(sender);
  });

  it('Messages wait while offline and are sent in order once online', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const listen = vi.spyOn(window, 'addEventListener');
    await queue('first', 'second');
    openTab();
    await expect.poll(() => listen.mock.calls.map(([type]) => type)).toContain('online');
    expect(sent).toEqual([]);
    onLine.mockReturnValue(true);
    dispatchEvent(new Event('online'));
    await expect.poll(() => sent.map(({ key }) => key)).toEqual(['first', 'second']);
  });

  it('A message without a response is marked as waiting and retried', async () => {
    const send = vi
      .fn<(message: QueuedMessage) => Promise<unknown>>()
      .mockRejectedValueOnce(networkError)
      .mockImplementation(accept);
    await queue('one');
    openTab(send);
    await expect.poll(() => getQueuedMessages(userId)).toMatchObject([{ isWaiting: true }]);
    dispatchEvent(new Event('online'));
    await expect.poll(() => sent).toHaveLength(1);
    expect(send.mock.calls.map(([{ key }]) => key)).toEqual(['one', 'one']);
  });

  it('A refused message is returned to its writer and does not block later ones', async () => {
    const refusal = (status: number, reason: string, fields?: Record<string, string>) =>
      toApiError(status, { reason, reasonMessage: 'Nein.', ...(fields ? { fields } : {}) });
    const refused: Record<string, unknown> = {
      full: refusal(403, 'uploadLimit'),
      changed: refusal(409, 'conflict'),
      gone: refusal(400, 'invalidInput', { '/UploadIds/0': 'Diese Datei gibt es nicht mehr.' }),
    };
    await queue('full', 'changed', 'gone', 'good');
    openTab(async (each) => {
      if (refused[each.key]) throw refused[each.key];
      await accept(each);
    });
    await expect
      .poll(() => sent.map(({ key }) => key), { timeout: scaleTimeout(15_000) })
      .toEqual(['good']);
    expect(returned).toEqual([
      ['full', { textId: 'messages.noReply' }], // without a file
      ['changed', { textId: 'messages.earlierArrived' }],
      ['gone', { text: 'Diese Datei gibt es nicht mehr.' }],
    ]);
    await expect.poll(() => left()).toEqual(['full', 'changed', 'gone']);
  });

  it.each([
    ['errors of the server', () => toApiError(500, undefined), 0],
    ['faults of the code, which are logged', () => new TypeError('no such function'), 5],
  ])('A message is returned after too many %s', async (_, makeError, logged) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    await queue('one');
    openTab(() => Promise.reject(makeError()));
    const nudge = setInterval(() => dispatchEvent(new Event('online')), 20);
    await expect.poll(() => returned).toEqual([['one', { textId: 'messages.notSent' }]]);
    clearInterval(nudge);
    expect(log).toHaveBeenCalledTimes(logged);
  });

  it('A message waits when the session expires and is sent after the next login', async () => {
    await queue('one');
    const ended = openTab(() => Promise.reject(toApiError(401, undefined)));
    await expect.poll(() => getQueuedMessages(userId)).toMatchObject([{ isWaiting: true }]);
    expect([await left(), returned]).toEqual([['one'], []]);
    ended.abort();
    openTab();
    await expect.poll(() => sent).toHaveLength(1);
  });

  it('A logout deletes the user’s queue and drafts and no other user’s', async () => {
    await queue('one');
    expect(await getQueuedMessages('another-user')).toEqual([]);
    const draft = getMessageDraftName(userId, { acc: 'a', akte: 'c' });
    await saveDraft(
      { form: draft, round: 0 },
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
    await deleteQueueAndDrafts(userId);
    expect([await left(), await loadStoredForm(draft)]).toEqual([[], { round: 0 }]);
  });

  it('Messages are sent from memory if the browser has no IndexedDB', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    expect(await queueMessage(userId, message('one'))).toBe('unkept');
    expect(await left()).toEqual(['one']);
    await deleteQueued(userId, 'one');
    expect(await left()).toEqual([]);
    put.mockRestore();
  });
});

describe('files of a queued message', () => {
  it('Files are uploaded once before their message, and messages keep their order', async () => {
    await queueWith('first', 'eins.pdf', 'zwei.pdf');
    await queue('second');
    const bodies: unknown[] = [];
    openTab(async (each) => {
      bodies.push(each.files?.map((file) => file.stored?.fileuploadId));
      await accept(each);
    });
    await expect.poll(() => sent.map(({ key }) => key)).toEqual(['first', 'second']);
    expect(bodies).toEqual([['upload-eins.pdf', 'upload-zwei.pdf'], []]);
    await expect
      .poll(async () => [
        await left(),
        await getFilesToSend(userId, 'first'),
        (await keys<string>()).filter((key) => key.includes(userId)),
      ])
      .toEqual([[], [], [`messageQueue:${userId}`]]);
  });

  it('After a reload only the missing files are uploaded', async () => {
    await queueWith('one', 'eins.pdf', 'zwei.pdf');
    const uploads: string[] = [];
    const closed = openTab(accept, (file, key, signal) => {
      uploads.push(key);
      return key === 'eins.pdf' ? take(file, key, signal) : slow(file, key, signal);
    });
    await expect.poll(() => uploads).toEqual(['eins.pdf', 'zwei.pdf']);
    closed.abort();
    expect(await getFilesToSend(userId, 'one')).toMatchObject([{ key: 'zwei.pdf' }]);
    openTab();
    await expect.poll(() => sent).toHaveLength(1);
    expect([...stored]).toEqual(['eins.pdf', 'zwei.pdf']);
  });

  it('Files wait while offline and block later messages', async () => {
    const upload = vi
      .fn<MessageQueueOptions['upload']>()
      .mockRejectedValueOnce(networkError)
      .mockImplementation(take);
    await queueWith('first', 'eins.pdf');
    await queue('second');
    openTab(accept, upload);
    await expect.poll(() => getQueuedMessages(userId)).toMatchObject([{ isWaiting: true }, {}]);
    expect(sent).toEqual([]);
    dispatchEvent(new Event('online'));
    await expect.poll(() => sent.map(({ key }) => key)).toEqual(['first', 'second']);
  });

  it.each([
    [422, 'virusFound', undefined, { text: 'virus.pdf: Nein.' }],
    [413, 'fileTooLarge', undefined, { text: 'virus.pdf: Nein.' }],
    [
      400,
      'fileExtensionNotAllowed',
      { '/File': 'Diese Endung nicht.' },
      { text: 'virus.pdf: Diese Endung nicht.' },
    ],
    [403, 'uploadLimit', undefined, { textId: 'UploadLimit' }],
  ])(
    'A file refused with %i returns its message with all its attachments',
    async (status, reason, fields, why) => {
      await queueWith('one', 'gut.pdf', 'virus.pdf');
      await queue('two');
      openTab(accept, (file, key, signal) =>
        key === 'virus.pdf'
          ? Promise.reject(
              toApiError(status, { reason, reasonMessage: 'Nein.', ...(fields ? { fields } : {}) }),
            )
          : take(file, key, signal),
      );
      await expect.poll(() => sent.map(({ key }) => key)).toEqual(['two']);
      expect(returned).toEqual([['one', why]]);
      expect(await getQueuedMessages(userId)).toMatchObject([
        {
          key: 'one',
          written: { TextContent: 'Text' },
          files: [{ name: 'gut.pdf', stored: {} }, { name: 'virus.pdf' }],
        },
      ]);
      expect((await getFilesToSend(userId, 'one')).map(({ key }) => key)).toEqual(['virus.pdf']);
    },
  );

  it('Files that the server has deleted are uploaded again', async () => {
    await queueWith('one', 'eins.pdf');
    openTab(() =>
      Promise.reject(
        toApiError(400, {
          reason: 'invalidInput',
          reasonMessage: 'Nein.',
          fields: { '/UploadIds/0': 'Nicht mehr da.' },
        }),
      ),
    );
    await expect.poll(() => returned).toEqual([['one', { text: 'Nicht mehr da.' }]]);
    expect((await getFilesToSend(userId, 'one')).map(({ key }) => key)).toEqual(['eins.pdf']);
  });

  it('A message is returned if the browser has lost its files', async () => {
    await queueWith('one', 'eins.pdf');
    await delMany(
      (await keys<string>()).filter((key) => key.startsWith(`messageQueueFile:${userId}`)),
    );
    openTab();
    await expect.poll(() => returned).toEqual([['one', { textId: 'messages.fileLost' }]]);
  });

  it('A message is returned if the browser cannot read its file', async () => {
    const [name, file] = ['eins.pdf', new File(['%PDF'], 'eins.pdf')];
    vi.spyOn(file, 'slice').mockReturnValue({
      arrayBuffer: () => Promise.reject(new DOMException('Changed on disk', 'NotReadableError')),
    } as Blob);
    // Kept in memory, because the test's database would store a copy without methods.
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota is full', 'QuotaExceededError');
    });
    await queueMessage(userId, { ...message('one'), files: [{ key: name, name }] }, [
      { key: name, file },
    ]);
    openTab(accept, () => Promise.reject(networkError));
    await expect.poll(() => returned).toEqual([['one', { textId: 'messages.fileLost' }]]);
  });

  it('An upload is aborted when its message is taken back', async () => {
    await queueWith('one', 'eins.pdf');
    await queue('two');
    const begun = vi.fn();
    openTab(accept, (...given) => {
      begun();
      return slow(...given);
    });
    await expect.poll(() => begun).toHaveBeenCalled();
    await updateQueued(userId, 'one', { returned: 'takenBack' });
    await expect.poll(() => sent.map(({ key }) => key)).toEqual(['two']);
    expect((await getFilesToSend(userId, 'one')).map(({ key }) => key)).toEqual(['eins.pdf']);
  });

  it('Stored bytes are deleted when files are replaced and at a logout', async () => {
    await queueWith('one', 'eins.pdf', 'zwei.pdf');
    await queueWith('one', 'zwei.pdf');
    expect((await getFilesToSend(userId, 'one')).map(({ key }) => key)).toEqual(['zwei.pdf']);
    expect(
      (await keys<string>()).filter((key) => key.startsWith(`messageQueueFile:${userId}`)),
    ).toHaveLength(1);
    await deleteQueueAndDrafts(userId);
    expect((await keys<string>()).filter((key) => key.includes(userId))).toEqual([]);
  });

  it('Files are sent from memory if the disk is full', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    expect(await queueWith('one', 'eins.pdf')).toBe('unkept');
    put.mockRestore();
    openTab();
    await expect.poll(() => [...stored]).toEqual(['eins.pdf']);
    await expect.poll(() => sent).toHaveLength(1);
  });
});
