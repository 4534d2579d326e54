import type { Kysely, Migration } from 'kysely';
import { buildUsernameKey } from '#schemas/access/usernames.rules.ts';

type UsersWithName = { users: { id: string; username: string; usernameKey: string } };

/**
 * Builds the keys of usernames again: without invisible characters, and with look-alikes as one.
 * Of users with the same new key, the one whose key stays has it; the others keep their old keys.
 */
export const usernameKeys: Migration = {
  async up(db: Kysely<UsersWithName>) {
    const users = await db
      .selectFrom('users')
      .select(['id', 'username', 'usernameKey'])
      .where('usernameKey', 'is not', null)
      .orderBy('id')
      .execute();
    const taken = new Set(users.map(({ usernameKey }) => usernameKey));
    for (const { id, username, usernameKey: old } of users) {
      const usernameKey = buildUsernameKey(username);
      if (usernameKey === old || usernameKey === '' || taken.has(usernameKey)) continue;
      taken.add(usernameKey);
      await db.updateTable('users').set({ usernameKey }).where('id', '=', id).execute();
    }
  },
};
