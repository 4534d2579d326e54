import { sql, type Kysely, type Migration } from 'kysely';

/** Sender and first answers of a submission for lists, and when staff first opened it. */
export const inbox: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Null in submissions of the version before, until the index job has filled them.
    for (const name of ['sender', 'preview', 'openedAt'])
      await db.schema.alterTable('submissions').addColumn(name, 'text').execute();
    await sql`update "submissions" set "openedAt" = "submittedAt" where "state" = 'done'`.execute(
      db,
    );
    await db.schema
      .createIndex('submissionsToDescribe')
      .on('submissions')
      .column('submittedAt')
      .where(sql.ref('sender'), 'is', null)
      .execute();
    await db.schema
      .createIndex('submissionsWithoutAssignee')
      .on('submissions')
      .columns(['accountId', 'submittedAt', 'id'])
      .where(sql.ref('assigneeId'), 'is', null)
      .where(sql.ref('state'), '=', sql.lit('open'))
      .execute();
    await db.schema
      .createIndex('submissionsUnopened')
      .on('submissions')
      .columns(['accountId', 'submittedAt', 'id'])
      .where(sql.ref('openedAt'), 'is', null)
      .where(sql.ref('state'), '=', sql.lit('open'))
      .execute();
  },
};
