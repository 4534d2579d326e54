import { sql, type Kysely, type Migration } from 'kysely';
import { withDefault } from './columns.ts';

/** Ids, names, scopes, end and last use of API keys. Keys from before have all scopes. */
export const apiKeys: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const add = (name: string, isNullable = true, value = '') =>
      db.schema
        .alterTable('apiKeys')
        .addColumn(name, 'text', isNullable ? (column) => column : withDefault(value))
        .execute();
    await add('id');
    await add('name', false);
    await add('scopes', false, '["read","forms","cases","people","settings"]');
    await add('validUntil');
    await add('lastUsedAt');
    await sql`update "apiKeys" set "id" = substr("hash", 1, 22)`.execute(db);
    await db.schema
      .createIndex('apiKeysByAccount')
      .on('apiKeys')
      .columns(['accountId', 'createdAt', 'id'])
      .execute();
  },
};
