import { messageLimits } from '#schemas/cases/limits.ts';
import type { TimelineQuery } from '#schemas/cases/messages.ts';
import type { Static } from 'typebox';
import type { Db } from '#server/db/schema.ts';
import { decodeCursor, encodeCursor, toPage, type Position } from '#server/http/cursor.ts';
import { problem } from '#server/problem.ts';
import * as repository from './repository.ts';
import type { SeenMessage } from './repository.ts';

export const getPosition = ({ createdAt, id }: SeenMessage): Position => ({ at: createdAt, id });

type Page = { rows: SeenMessage[]; cursor?: string; newerCursor?: string; olderCursor?: string };

/** Reads half a page of newer messages, the message, and half a page of older ones. */
async function pageAround(
  db: Db,
  userId: string,
  timelineId: string,
  messageId: string,
  size: number,
): Promise<Page> {
  const middle = await repository.findInTimeline(db, userId, timelineId, messageId);
  if (!middle) throw problem('notFound');
  const half = Math.ceil(size / 2);
  const after = getPosition(middle);
  const [newer, older] = await Promise.all([
    repository.listMessages(db, userId, timelineId, { limit: half, order: 'asc', after }),
    repository.listMessages(db, userId, timelineId, { limit: half, order: 'desc', after }),
  ]);
  const upwards = toPage(newer, half, getPosition);
  const downwards = toPage(older, half, getPosition);
  return {
    rows: [...upwards.rows.reverse(), middle, ...downwards.rows],
    ...(downwards.cursor ? { cursor: downwards.cursor } : {}),
    ...(upwards.cursor ? { newerCursor: upwards.cursor } : {}),
  };
}

export async function getPage(
  db: Db,
  userId: string,
  timelineId: string,
  { Direction = 'Descending', Offset, Size = messageLimits.pageSize, Cursor, Around }: Query,
): Promise<Page> {
  const limit = Size === -1 ? messageLimits.maxPageSize : Math.max(Size, 1);
  if (Around !== undefined) return pageAround(db, userId, timelineId, Around, limit);
  const after = Cursor === undefined ? undefined : decodeCursor(Cursor);
  const found = await repository.listMessages(db, userId, timelineId, {
    limit,
    order: Direction === 'Descending' ? 'desc' : 'asc',
    after,
    offset: after ? undefined : Offset,
  });
  const page = toPage(found, limit, getPosition);
  const [first] = page.rows;
  if (!first || (!after && !Offset)) return page;
  return {
    ...page,
    [Direction === 'Descending' ? 'newerCursor' : 'olderCursor']: encodeCursor(getPosition(first)),
  };
}

export type Query = Static<typeof TimelineQuery>;
