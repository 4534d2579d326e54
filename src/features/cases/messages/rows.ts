import type { Message } from '#schemas/cases/messages.ts';
import type { TimelinePage } from '#src/api/cases/timeline.ts';
import type { QueuedMessage } from '#src/device/indexedDb/messageQueue.ts';

/** One row of the timeline: a message and the separators above it. */
export type MessageRow = {
  /** React key; stays the same when a queued message arrives. */
  key: string;
  message: Message;
  /** first message of its day */
  opensDay: boolean;
  /** number of unread messages, on the first new one */
  newFrom?: number;
};
/** A message that was not sent yet, and whether it is the first of its day. */
export type QueuedRow = { key: string; queued: QueuedMessage; opensDay: boolean };
export type Row = MessageRow | QueuedRow;

const formatDay = (instant: string): string => new Date(instant).toDateString();

/** Builds the rows: loaded messages, oldest first, then queued messages. */
export function buildRows(
  pages: readonly TimelinePage[],
  queued: readonly QueuedMessage[],
  firstUnread: string | undefined,
  /** in the whole timeline; by default counts the loaded ones */
  unread?: number,
): Row[] {
  const seen = new Set<string>();
  // Pages loaded at different times may overlap.
  const messages = pages
    .flatMap((page) => page.messages)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .toReversed();
  const all = messages.map((message, index): MessageRow => {
    const before = messages[index - 1];
    const row = {
      key: message.messageKey ?? message.id,
      message,
      opensDay: !before || formatDay(before.creationDate) !== formatDay(message.creationDate),
    };
    return message.id === firstUnread
      ? {
          ...row,
          newFrom: unread ?? messages.slice(index).filter(({ read }) => !read).length,
        }
      : row;
  });
  // The oldest row gets its date with the page above, so that its height stays stable.
  const rows = pages.at(-1)?.older === undefined ? all : all.slice(1);
  if (pages[0]?.newer !== undefined) return rows; // queued messages follow the newest
  const arrived = new Set(rows.map(({ key }) => key));
  const waiting = queued.filter(({ key, returned }) => !returned && !arrived.has(key));
  const newest = messages.at(-1)?.creationDate;
  return [
    ...rows,
    ...waiting.map((each, index): QueuedRow => {
      const before = waiting[index - 1]?.queuedAt ?? newest;
      const opensDay = before === undefined || formatDay(before) !== formatDay(each.queuedAt);
      return { key: each.key, queued: each, opensDay };
    }),
  ];
}

const lineLength = 62; // characters, on a wide screen
const lineHeight = 25;

/** Estimates the height of a row in px, until it is measured. */
export function estimateHeight(row: Row): number {
  if ('queued' in row) return row.opensDay ? 165 : 130;
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
