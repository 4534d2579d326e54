import type { Message } from '#schemas/messages.ts';
import type { TimelinePage } from '#src/api/messages.ts';
import type { QueuedMessage } from '#src/lib/outbox.ts';

/** One message as it stands in the timeline, with what is said above it. */
export type MessageRow = {
  /** Stays the same when a message that was on its way has arrived. */
  key: string;
  message: Message;
  /** It is the first of its day. */
  opensDay: boolean;
  /** New messages begin here, and so many of them are unread. */
  newFrom?: number;
};
export type Row = MessageRow | { key: string; queued: QueuedMessage };

const dayOf = ({ creationDate }: Message): string => new Date(creationDate).toDateString();

/** The timeline from its oldest loaded message down, and below the newest what is on its way. */
export function rowsOf(
  pages: readonly TimelinePage[],
  queued: readonly QueuedMessage[],
  firstUnread: string | undefined,
): Row[] {
  const seen = new Set<string>();
  // A page that was read at another time than its neighbour may begin with what that one has.
  const messages = pages
    .flatMap((page) => page.messages)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .toReversed();
  const all = messages.map((message, index): MessageRow => {
    const before = messages[index - 1];
    const row = {
      key: message.messageKey ?? message.id,
      message,
      opensDay: !before || dayOf(before) !== dayOf(message),
    };
    return message.id === firstUnread
      ? { ...row, newFrom: messages.slice(index).filter(({ read }) => !read).length }
      : row;
  });
  // Whether the oldest one opens its day is known with the page above it: until then it would change its height under the reader.
  const rows = pages.at(-1)?.older === undefined ? all : all.slice(1);
  if (pages[0]?.newer !== undefined) return rows; // what is on its way stands below the newest
  const arrived = new Set(rows.map(({ key }) => key));
  return [
    ...rows,
    ...queued
      .filter(({ key, returned }) => !returned && !arrived.has(key))
      .map((each) => ({ key: each.key, queued: each })),
  ];
}

const lineLength = 62; // characters, on a wide screen
const lineHeight = 25;

/** How high a row will be, roughly: it is measured once it is drawn. */
export function estimatedHeight(row: Row): number {
  if ('queued' in row) return 130;
  const {
    message: { message, attachments, read },
    opensDay,
    newFrom,
  } = row;
  const lines = read
    ? message
        .split('\n')
        .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0)
    : 1;
  return (
    110 +
    lines * lineHeight +
    Math.ceil(Math.min(read ? attachments.length : 0, 4) / 2) * 60 +
    (opensDay ? 35 : 0) +
    (newFrom === undefined ? 0 : 35)
  );
}
