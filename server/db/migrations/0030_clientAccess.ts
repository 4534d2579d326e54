import { sql, type Kysely, type Migration } from 'kysely';

/** Last visit of a client at an account, and indexes for the states of access. */
export const clientAccess: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Null until the client's next visit.
    await db.schema.alterTable('memberships').addColumn('lastSeenAt', 'text').execute();
    await db.schema
      .createIndex('membershipsDisabled')
      .on('memberships')
      .columns(['accountId', 'createdAt', 'userId'])
      .where(sql.ref('isDisabled'), '=', sql.lit(1))
      .execute();
    await db.schema
      .createIndex('membershipsEnded')
      .on('memberships')
      .columns(['accountId', 'createdAt', 'userId'])
      .where(sql.ref('endedAt'), 'is not', null)
      .execute();
    await db.schema
      .createIndex('usersWithoutLogin')
      .on('users')
      .column('id')
      .where(sql.ref('status'), '=', sql.lit(0))
      .execute();
    await db.schema
      .createIndex('invitationsInForce')
      .on('invitations')
      .columns(['accountId', 'userId', 'validUntil'])
      .where(sql.ref('revokedAt'), 'is', null)
      .execute();
  },
};
