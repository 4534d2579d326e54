import type { Instant, Json } from './columns.ts';

/** Newest event number of a user. Locked until the commit, so events appear in order. */
export type EventHeadRow = { userId: string; lastId: number };

/** An event for a client's browsers. `id` counts per user, without gaps. */
export type EventRow = { userId: string; id: number; body: Json; createdAt: Instant };
