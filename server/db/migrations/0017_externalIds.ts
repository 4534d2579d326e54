import { sql, type Migration } from 'kysely';

/** Tables with records of a provider's software, and the column of the provider's id. */
const tables = [
  ['memberships', 'accountId'],
  ['cases', 'accountId'],
  ['messages', 'authorId'], // the account is the author of its messages
  ['tasks', 'accountId'],
] as const;

/** Ids of clients, cases, messages and tasks in the provider's own software. */
export const externalIds: Migration = {
  async up(db) {
    for (const [table, provider] of tables) {
      await db.schema.alterTable(table).addColumn('externalId', 'text').execute();
      await db.schema
        .createIndex(`${table}ByExternalId`)
        .on(table)
        .columns([provider, 'externalId'])
        .unique()
        .where(sql.ref('externalId'), 'is not', null)
        .execute();
    }
  },
};
