import type { Kysely, Migration } from 'kysely';

/** Whom a message was sent to, so that an erasure finds those to a former address, too. */
export const mailsOfUsers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('mailOutbox').addColumn('userId', 'text').execute();
  },
};
