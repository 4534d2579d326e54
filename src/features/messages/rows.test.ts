import { expect, it } from 'vitest';
import type { Message } from '#schemas/messages.ts';
import type { TimelinePage } from '#src/api/messages.ts';
import type { QueuedMessage } from '#src/lib/outbox.ts';
import { rowsOf } from './rows.ts';

const message = (id: string, day: number, more: Partial<Message> = {}): Message => ({
  id,
  messageKey: null,
  header: id,
  message: 'Text',
  creatorName: 'Dr. Behrens',
  creatorIdHash: 'a',
  creationDate: `2026-11-${day}T09:00:00Z`,
  isOwnMessage: false,
  labels: [],
  attachments: [],
  isFavorite: false,
  read: true,
  belegdatum: null,
  folderId: null,
  ...more,
});
const page = (messages: Message[], more: Partial<TimelinePage> = {}): TimelinePage => ({
  messages,
  older: undefined,
  newer: undefined,
  firstUnread: null,
  ...more,
});
const queued = (key: string, more: Partial<QueuedMessage> = {}): QueuedMessage => ({
  key,
  place: { acc: 'a', akte: 'c' },
  written: { Header: key, TextContent: 'Text' },
  queuedAt: '2026-11-20T09:00:00Z',
  ...more,
});
const keys = (...given: Parameters<typeof rowsOf>) => rowsOf(...given).map(({ key }) => key);

it('puts the oldest first and what is on its way last, without what came back', () => {
  expect(
    keys(
      [page([message('m3', 12), message('m2', 12)]), page([message('m1', 11)])],
      [queued('q1'), queued('q2', { returned: 'takenBack' })],
      undefined,
    ),
  ).toEqual(['m1', 'm2', 'm3', 'q1']);
});

it('shows a message that has arrived once, under the key it had on its way', () => {
  expect(
    keys(
      [page([message('m1', 12, { messageKey: 'q1', isOwnMessage: true })])],
      [queued('q1'), queued('q2')],
      undefined,
    ),
  ).toEqual(['q1', 'q2']);
});

it('shows what two pages both have once', () => {
  expect(
    keys(
      [page([message('m3', 12), message('m2', 12)]), page([message('m2', 12), message('m1', 11)])],
      [],
      undefined,
    ),
  ).toEqual(['m1', 'm2', 'm3']);
});

it('keeps what is on its way for where the newest messages are', () => {
  expect(keys([page([message('m1', 12)], { newer: 'cursor' })], [queued('q1')], undefined)).toEqual(
    ['m1'],
  );
});

it('says the day where it begins, and from where reading went on how many are left to read', () => {
  const last = message('m4', 12, { isOwnMessage: true });
  const newFrom = (...unread: Message[]) =>
    rowsOf([page([last, ...unread, message('m1', 11)])], [], 'm2').map((row) =>
      'newFrom' in row ? row.newFrom : undefined,
    );
  expect(
    rowsOf([page([last, message('m3', 12), message('m2', 12), message('m1', 11)])], [], 'm2'),
  ).toMatchObject([
    { opensDay: true },
    { opensDay: true, newFrom: 0 },
    { opensDay: false },
    { opensDay: false },
  ]);
  expect(newFrom(message('m3', 12, { read: false }), message('m2', 12, { read: false }))).toEqual([
    undefined,
    2,
    undefined,
    undefined,
  ]);
  expect(newFrom(message('m3', 12, { read: false }), message('m2', 12))).toEqual([
    undefined,
    1,
    undefined,
    undefined,
  ]);
});

it('waits with the oldest one for what stands above it: it may open its day or not', () => {
  const newest = page([message('m3', 12), message('m2', 12)], { older: 'cursor' });
  expect(keys([newest], [], undefined)).toEqual(['m3']);
  expect(keys([newest, page([message('m1', 12)])], [], undefined)).toEqual(['m1', 'm2', 'm3']);
});
