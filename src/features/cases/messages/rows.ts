import type { Message } from '#schemas/cases/messages.ts';
import type { TimelinePage } from '#src/api/cases/timeline.ts';
import type { QueuedMessage } from '#src/device/messageQueue.ts';

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
export type Row = MessageRow | { key: string; queued: QueuedMessage };

const formatDay = ({ creationDate }: Message): string => new Date(creationDate).toDateString();

/** Builds the rows: loaded messages, oldest first, then queued messages. */
export function buildRows(
  pages: readonly TimelinePage[],
  queued: readonly QueuedMessage[],
  firstUnread: string | undefined,
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
      opensDay: !before || formatDay(before) !== formatDay(message),
    };
    return message.id === firstUnread
      ? { ...row, newFrom: messages.slice(index).filter(({ read }) => !read).length }
      : row;
  });
  // The oldest row gets its date with the page above, so that its height stays stable.
  const rows = pages.at(-1)?.older === undefined ? all : all.slice(1);
  if (pages[0]?.newer !== undefined) return rows; // queued messages follow the newest
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

/** Estimates the height of a row in px, until it is measured. */
export function estimateHeight(row: Row): number {
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
