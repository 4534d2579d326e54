// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { delMany, keys } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '#schemas/limits.ts';
import { fakeLocks } from '#src/engine/testing/fakeLocks.ts';
import {
  attachmentsOf,
  changeQueued,
  dropQueued,
  filesToSend,
  forgetWritten,
  messageDraft,
  queuedMessages,
  queueMessage,
  type QueuedMessage,
  type Return,
} from '#src/lib/outbox.ts';
import { loadKept, saveDraft } from '#src/lib/drafts.ts';
import { apiError, networkError } from './errors.ts';
import { sendQueued, type OutboxOptions } from './outbox.ts';

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
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true });
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
const left = async () => (await queuedMessages(userId)).map(({ key }) => key);
const accept = async ({ key }: QueuedMessage) => {
  sent.push({ key, at: Date.now() });
};

/** The server's store of files: what it is sent under a key it has once. */
let stored: Set<string>;
beforeEach(() => {
  stored = new Set();
});
const take: OutboxOptions['upload'] = async (_file, key) => {
  stored.add(key);
  return {
    fileuploadId: `upload-${key}`,
    fileName: key,
    fileExtension: 'pdf',
    size: 4,
    hasThumbnail: false,
  };
};
/** With files whose keys are their names: what the test's database gives back has lost its own. */
const queueWith = (key: string, ...names: string[]) =>
  queueMessage(
    userId,
    { ...message(key), files: names.map((name) => ({ key: name, name })) },
    names.map((name) => ({ key: name, file: new File(['%PDF'], name) })),
  );
/** Until somebody wants it no more. */
const slow: OutboxOptions['upload'] = (_file, _key, signal) =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
  );

/** A tab of the browser. */
function openTab(
  send: (message: QueuedMessage) => Promise<unknown> = accept,
  upload: OutboxOptions['upload'] = take,
): AbortController {
  const tab = new AbortController();
  tabs.push(tab);
  void sendQueued(
    { userId, upload, send, onReturned: ({ key }, why) => returned.push([key, why]) },
    tab.signal,
  );
  return tab;
}

it('what goes with a message keeps the order in which it was chosen, whatever had arrived when it was queued', () => {
  const arrived = (key: string) => ({ entityId: `upload-${key}`, name: key });
  const files = ['eins', 'drei', 'vier'].map((key) => ({ key, name: key }));
  const turns = [
    'eins',
    'zwei',
    'upload-zwei',
    'drei',
    'vier',
    'upload-vier',
    'fuenf',
    'upload-fuenf',
  ];
  const queued: QueuedMessage = {
    ...message('one'),
    written: {
      Header: 'H',
      TextContent: 'T',
      UploadIds: [arrived('alt'), arrived('zwei'), arrived('vier'), arrived('fuenf')],
    },
    files,
    turns,
  };
  expect(attachmentsOf(queued).map(({ id }) => id)).toEqual([
    'upload-alt',
    'eins',
    'upload-zwei',
    'drei',
    'vier',
    'upload-vier',
    'upload-fuenf',
  ]);
  const stored = (key: string) => ({
    fileuploadId: `upload-${key}`,
    fileName: key,
    fileExtension: 'pdf',
    size: 4,
    hasThumbnail: false,
  });
  const sendable = {
    ...queued,
    files: files.map((file) => ({ ...file, stored: stored(file.key) })),
  };
  expect(attachmentsOf(sendable)).toEqual(
    ['alt', 'eins', 'zwei', 'drei', 'vier', 'fuenf'].map((key) => ({
      id: `upload-${key}`,
      name: key,
    })),
  );
});

describe('queued messages', { timeout: 30_000 }, () => {
  it('go out in their order, one each 1.5 s, and wait for nobody to look', async () => {
    await queue('first', 'second', 'third');
    openTab();
    await expect.poll(() => sent.map(({ key }) => key)).toEqual(['first', 'second', 'third']);
    const [a = 0, b = 0, c = 0] = sent.map(({ at }) => at);
    expect(Math.min(b - a, c - b)).toBeGreaterThanOrEqual(limits.message.sendEveryMs - 20);
    await expect.poll(() => left()).toEqual([]);
    await queue('later');
    await expect.poll(() => sent.at(-1)?.key).toBe('later');
  });

  it('are sent by one of several tabs, and by the next one when that is closed in mid-send', async () => {
    const tries: ('first' | 'second')[] = [];
    const sendIn = (tab: 'first' | 'second') =>
      openTab(async (each) => {
        tries.push(tab);
        await (tries.length === 1 ? new Promise(() => undefined) : accept(each));
      });
    const open = { first: sendIn('first'), second: sendIn('second') };
    await queue('one', 'two');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(tries).toHaveLength(1);
    const [sender = 'first'] = tries;
    open[sender].abort();
    await expect.poll(() => sent.map(({ key }) => key)).toEqual(['one', 'two']);
    expect(tries).toHaveLength(3);
    expect(tries.slice(1)).not.toContain(sender);
  });

  it('wait for the net and go on with it, the first one first', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await queue('first', 'second');
    openTab();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(sent).toEqual([]);
    onLine.mockReturnValue(true);
    dispatchEvent(new Event('online'));
    await expect.poll(() => sent.map(({ key }) => key)).toEqual(['first', 'second']);
  });

  it('are tried again after no answer, and say meanwhile that they wait', async () => {
    const send = vi
      .fn<(message: QueuedMessage) => Promise<unknown>>()
      .mockRejectedValueOnce(networkError)
      .mockImplementation(accept);
    await queue('one');
    openTab(send);
    await expect.poll(() => queuedMessages(userId)).toMatchObject([{ isWaiting: true }]);
    dispatchEvent(new Event('online'));
    await expect.poll(() => sent).toHaveLength(1);
    expect(send.mock.calls.map(([{ key }]) => key)).toEqual(['one', 'one']);
  });

  it('come back to their writer when they are refused, and let those behind them pass', async () => {
    const refusal = (status: number, reason: string, fields?: Record<string, string>) =>
      apiError(status, { reason, reasonMessage: 'Nein.', ...(fields ? { fields } : {}) });
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
    await expect.poll(() => sent.map(({ key }) => key), { timeout: 15_000 }).toEqual(['good']);
    expect(returned).toEqual([
      ['full', { textId: 'UploadLimit' }],
      ['changed', { textId: 'messages.earlierArrived' }],
      ['gone', { text: 'Diese Datei gibt es nicht mehr.' }],
    ]);
    await expect.poll(() => left()).toEqual(['full', 'changed', 'gone']);
  });

  it('come back when the server has failed on them too often', async () => {
    await queue('one');
    openTab(() => Promise.reject(apiError(500, undefined)));
    const nudge = setInterval(() => dispatchEvent(new Event('online')), 20);
    await expect.poll(() => returned).toEqual([['one', { textId: 'messages.notSent' }]]);
    clearInterval(nudge);
  });

  it('stay when the login has ended in the middle, and go out after the next one', async () => {
    await queue('one');
    const ended = openTab(() => Promise.reject(apiError(401, undefined)));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([await left(), returned]).toEqual([['one'], []]);
    ended.abort();
    openTab();
    await expect.poll(() => sent).toHaveLength(1);
  });

  it('are nobody else’s, and go with a logout, drafts too', async () => {
    await queue('one');
    expect(await queuedMessages('somebody else')).toEqual([]);
    const draft = messageDraft(userId, { acc: 'a', akte: 'c' });
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
    await forgetWritten(userId);
    expect([await left(), await loadKept(draft)]).toEqual([[], { round: 0 }]);
  });

  it('are held by the page where the browser keeps nothing', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    expect(await queueMessage(userId, message('one'))).toBe('unkept');
    expect(await left()).toEqual(['one']);
    await dropQueued(userId, 'one');
    expect(await left()).toEqual([]);
    put.mockRestore();
  });
});

describe('files of a queued message', { timeout: 30_000 }, () => {
  it('go up first, each once, and messages stay in their order', async () => {
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
        await filesToSend(userId, 'first'),
        (await keys<string>()).filter((key) => key.includes(userId)),
      ])
      .toEqual([[], [], [`outbox:${userId}`]]);
  });

  it('are gone on with after a reload, without those that had arrived', async () => {
    await queueWith('one', 'eins.pdf', 'zwei.pdf');
    const uploads: string[] = [];
    const closed = openTab(accept, (file, key, signal) => {
      uploads.push(key);
      return key === 'eins.pdf' ? take(file, key, signal) : slow(file, key, signal);
    });
    await expect.poll(() => uploads).toEqual(['eins.pdf', 'zwei.pdf']);
    closed.abort();
    expect(await filesToSend(userId, 'one')).toMatchObject([{ key: 'zwei.pdf' }]);
    openTab();
    await expect.poll(() => sent).toHaveLength(1);
    expect([...stored]).toEqual(['eins.pdf', 'zwei.pdf']);
  });

  it('wait for the net, and hold up what was written after them', async () => {
    const upload = vi
      .fn<OutboxOptions['upload']>()
      .mockRejectedValueOnce(networkError)
      .mockImplementation(take);
    await queueWith('first', 'eins.pdf');
    await queue('second');
    openTab(accept, upload);
    await expect.poll(() => queuedMessages(userId)).toMatchObject([{ isWaiting: true }, {}]);
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
    'bring their message back when one is refused with %i, with all that was written and attached',
    async (status, reason, fields, why) => {
      await queueWith('one', 'gut.pdf', 'virus.pdf');
      await queue('two');
      openTab(accept, (file, key, signal) =>
        key === 'virus.pdf'
          ? Promise.reject(
              apiError(status, { reason, reasonMessage: 'Nein.', ...(fields ? { fields } : {}) }),
            )
          : take(file, key, signal),
      );
      await expect.poll(() => sent.map(({ key }) => key)).toEqual(['two']);
      expect(returned).toEqual([['one', why]]);
      expect(await queuedMessages(userId)).toMatchObject([
        {
          key: 'one',
          written: { TextContent: 'Text' },
          files: [{ name: 'gut.pdf', stored: {} }, { name: 'virus.pdf' }],
        },
      ]);
      expect((await filesToSend(userId, 'one')).map(({ key }) => key)).toEqual(['virus.pdf']);
    },
  );

  it('go up again when the server has let go of them before their message came', async () => {
    await queueWith('one', 'eins.pdf');
    openTab(() =>
      Promise.reject(
        apiError(400, {
          reason: 'invalidInput',
          reasonMessage: 'Nein.',
          fields: { '/UploadIds/0': 'Nicht mehr da.' },
        }),
      ),
    );
    await expect.poll(() => returned).toEqual([['one', { text: 'Nicht mehr da.' }]]);
    expect((await filesToSend(userId, 'one')).map(({ key }) => key)).toEqual(['eins.pdf']);
  });

  it('bring their message back when the browser has lost them', async () => {
    await queueWith('one', 'eins.pdf');
    await delMany((await keys<string>()).filter((key) => key.startsWith(`outboxFile:${userId}`)));
    openTab();
    await expect.poll(() => returned).toEqual([['one', { textId: 'messages.fileLost' }]]);
  });

  it('stop going up when their message is taken back, which is not sent', async () => {
    await queueWith('one', 'eins.pdf');
    await queue('two');
    const begun = vi.fn();
    openTab(accept, (...given) => {
      begun();
      return slow(...given);
    });
    await expect.poll(() => begun).toHaveBeenCalled();
    await changeQueued(userId, 'one', { returned: 'takenBack' });
    await expect.poll(() => sent.map(({ key }) => key)).toEqual(['two']);
    expect((await filesToSend(userId, 'one')).map(({ key }) => key)).toEqual(['eins.pdf']);
  });

  it('go with what they are replaced by, and with a logout', async () => {
    await queueWith('one', 'eins.pdf', 'zwei.pdf');
    await queueWith('one', 'zwei.pdf');
    expect((await filesToSend(userId, 'one')).map(({ key }) => key)).toEqual(['zwei.pdf']);
    expect(
      (await keys<string>()).filter((key) => key.startsWith(`outboxFile:${userId}`)),
    ).toHaveLength(1);
    await forgetWritten(userId);
    expect((await keys<string>()).filter((key) => key.includes(userId))).toEqual([]);
  });

  it('are held by the page where the browser has no room for them', async () => {
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
