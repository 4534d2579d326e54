import { messageLimits } from '#schemas/cases/limits.ts';
import type { TimelineQuery } from '#schemas/cases/messages.ts';
import type { Static } from 'typebox';
import type { Db } from '#server/db/schema.ts';
import type { Position } from '#server/db/paginate.ts';
import { decodeCursor, encodeCursor, toPage } from '#server/http/cursor.ts';
import { createProblem } from '#server/problem.ts';
import * as repository from './repository.ts';
import type { SeenMessage } from './repository.ts';

export const getPosition = ({ createdAt, id }: SeenMessage): Position => ({ at: createdAt, id });

type Page = { rows: SeenMessage[]; cursor?: string; newerCursor?: string; olderCursor?: string };

/** Reads half a page of newer messages, the message, and half a page of older ones. */
async function readPageAround(
  db: Db,
  userId: string,
  timelineId: string,
  messageId: string,
  size: number,
): Promise<Page> {
  const middle = await repository.findInTimeline(db, userId, timelineId, messageId);
  if (!middle) throw createProblem('notFound');
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

/** Returns the most messages of a page. A size of -1 asks for all, up to a maximum. */
const getPageLimit = (size: number): number =>
  size === -1 ? messageLimits.maxPageSize : Math.max(size, 1);

export async function getPage(
  db: Db,
  userId: string,
  timelineId: string,
  { Direction = 'Descending', Offset, Size = messageLimits.pageSize, Cursor, Around }: Query,
): Promise<Page> {
  const limit = getPageLimit(Size);
  if (Around !== undefined) return readPageAround(db, userId, timelineId, Around, limit);
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
