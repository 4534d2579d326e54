import type { Migration } from 'kysely';

/** Times of messages whose place in the order is not their time, because the clock was set back. */
export const sentTimes: Migration = {
  async up(db) {
    await db.schema.alterTable('messages').addColumn('sentAt', 'text').execute();
  },
};
