import { sql, type Kysely, type Migration } from 'kysely';

/** Sorts the cases of an account by their newest message, and those that wait for a reply. */
export const activeCases: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index "casesByActivity" on "cases"
      ("accountId", coalesce("lastMessageDate", "createdAt"), "id")
      where "withdrawnAt" is null`.execute(db);
    await sql`create index "casesToAnswer" on "cases"
      ("accountId", coalesce("lastMessageDate", "createdAt"), "id")
      where "withdrawnAt" is null and "closedAt" is null and "lastMessageById" <> ''
        and "lastMessageById" <> "accountId"`.execute(db);
  },
};
