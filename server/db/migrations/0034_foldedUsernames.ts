import type { Kysely, Migration } from 'kysely';
import { buildFoldedKey } from '#schemas/access/usernames.rules.ts';

type UsersWithName = {
  users: {
    id: string;
    username: string;
    usernameKey: string;
    foldedUsernameKey: string;
    registeredAt: string;
  };
};

/**
 * Keys of usernames with the case folded fully, beside those that the version before reads. Of users
 * with one folded key, the user stored under it has it. If there is none, the first who registered
 * has it. The others have none and log in with their own names only.
 */
export const foldedUsernames: Migration = {
  async up(db: Kysely<UsersWithName>) {
    await db.schema.alterTable('users').addColumn('foldedUsernameKey', 'text').execute();
    const users = await db
      .selectFrom('users')
      .select(['id', 'username', 'usernameKey'])
      .where('username', 'is not', null)
      .orderBy('registeredAt')
      .orderBy('id')
      .execute();
    const owners = new Map<string, string>();
    for (const { id, username, usernameKey } of users) {
      const folded = buildFoldedKey(username);
      if (usernameKey === folded || !owners.has(folded)) owners.set(folded, id);
    }
    for (const [foldedUsernameKey, id] of owners)
      await db.updateTable('users').set({ foldedUsernameKey }).where('id', '=', id).execute();
    await db.schema
      .createIndex('usersByFoldedUsername')
      .on('users')
      .column('foldedUsernameKey')
      .unique()
      .execute();
  },
};
