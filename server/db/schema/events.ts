import type { Generated } from 'kysely';
import type { ProgramEventType } from '#schemas/events/programEvents.ts';
import type { Instant, Json } from './columns.ts';

/** Newest event number of a user. Locked until the commit, so events appear in order. */
export type EventHeadRow = { userId: string; lastId: number };

/** An event for a client's browsers. `id` counts per user, without gaps. */
export type EventRow = { userId: string; id: number; body: Json; createdAt: Instant };

/** Newest event number of an account. Locked while its waiting events are numbered. */
export type ProgramEventHeadRow = { accountId: string; lastSequence: number };

/** An event for an account's programs. */
export type ProgramEventRow = {
  /** order of insertion, given by the database: that of the changes of one case */
  arrival: Generated<number>;
  accountId: string;
  /** counts per account, without gaps; null: not numbered yet */
  sequence: number | null;
  /** the same in each delivery of a webhook */
  id: string;
  type: ProgramEventType;
  /** ProgramEventData */
  data: Json;
  createdAt: Instant;
};
