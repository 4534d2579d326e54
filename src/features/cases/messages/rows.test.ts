import { expect, it } from 'vitest';
import type { Message } from '#schemas/cases/messages.ts';
import type { TimelinePage } from '#src/api/cases/timeline.ts';
import type { QueuedMessage } from '#src/device/indexedDb/messageQueue.ts';
import { buildRows } from './rows.ts';

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
const keys = (...given: Parameters<typeof buildRows>) => buildRows(...given).map(({ key }) => key);

it('The timeline shows the oldest message first, queued messages last and no returned ones', () => {
  expect(
    keys(
      [page([message('m3', 12), message('m2', 12)]), page([message('m1', 11)])],
      [queued('q1'), queued('q2', { returned: 'takenBack' })],
      undefined,
    ),
  ).toEqual(['m1', 'm2', 'm3', 'q1']);
});

it('A message that has arrived is shown once, with the key it had in the queue', () => {
  expect(
    keys(
      [page([message('m1', 12, { messageKey: 'q1', isOwnMessage: true })])],
      [queued('q1'), queued('q2')],
      undefined,
    ),
  ).toEqual(['q1', 'q2']);
});

it('A message that is in two pages is shown once', () => {
  expect(
    keys(
      [page([message('m3', 12), message('m2', 12)]), page([message('m2', 12), message('m1', 11)])],
      [],
      undefined,
    ),
  ).toEqual(['m1', 'm2', 'm3']);
});

it('Queued messages are shown only where the newest messages are loaded', () => {
  expect(keys([page([message('m1', 12)], { newer: 'cursor' })], [queued('q1')], undefined)).toEqual(
    ['m1'],
  );
});

it('The first message of a day shows the date, and the first unread one the unread count', () => {
  const last = message('m4', 12, { isOwnMessage: true });
  const findNewFrom = (...unread: Message[]) =>
    buildRows([page([last, ...unread, message('m1', 11)])], [], 'm2').map((row) =>
      'newFrom' in row ? row.newFrom : undefined,
    );
  expect(
    buildRows([page([last, message('m3', 12), message('m2', 12), message('m1', 11)])], [], 'm2'),
  ).toMatchObject([
    { opensDay: true },
    { opensDay: true, newFrom: 0 },
    { opensDay: false },
    { opensDay: false },
  ]);
  expect(
    findNewFrom(message('m3', 12, { read: false }), message('m2', 12, { read: false })),
  ).toEqual([undefined, 2, undefined, undefined]);
  expect(findNewFrom(message('m3', 12, { read: false }), message('m2', 12))).toEqual([
    undefined,
    1,
    undefined,
    undefined,
  ]);
});

it('The oldest loaded message is hidden until the page before it is loaded', () => {
  const newest = page([message('m3', 12), message('m2', 12)], { older: 'cursor' });
  expect(keys([newest], [], undefined)).toEqual(['m3']);
  expect(keys([newest, page([message('m1', 12)])], [], undefined)).toEqual(['m1', 'm2', 'm3']);
});

it('The marker counts all unread messages, also those that are not loaded', () => {
  const rows = buildRows([page([message('m1', 12, { read: false })])], [], 'm1', 500);
  expect(rows).toMatchObject([{ newFrom: 500 }]);
});

it('A queued message opens its day unless a message of that day is above it', () => {
  const opens = (...given: Parameters<typeof buildRows>) =>
    buildRows(...given).map((row) => row.opensDay);
  const waiting = [
    queued('q1'),
    queued('q2', { queuedAt: '2026-11-20T09:30:00Z' }),
    queued('q3', { queuedAt: '2026-11-21T10:00:00Z' }),
  ];
  expect(opens([page([message('m1', 19)])], waiting, undefined)).toEqual([true, true, false, true]);
  expect(opens([page([message('m1', 20)])], waiting, undefined)).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(opens([page([])], [queued('q1')], undefined)).toEqual([true]);
});
