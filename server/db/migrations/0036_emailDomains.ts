import type { Kysely, Migration } from 'kysely';
import { buildEmailKey } from '#schemas/access/users.rules.ts';

type UsersWithKeys = {
  users: { id: string; emailKey: string; loginEmailKey: string | null };
};

/** Writes the domains of the keys of e-mail addresses in ASCII, so that both notations are one. */
export const emailDomains: Migration = {
  async up(db: Kysely<UsersWithKeys>) {
    const users = await db
      .selectFrom('users')
      .select(['id', 'emailKey', 'loginEmailKey'])
      .execute();
    for (const { id, ...before } of users) {
      const emailKey = buildEmailKey(before.emailKey);
      const loginEmailKey = before.loginEmailKey && buildEmailKey(before.loginEmailKey);
      if (emailKey === before.emailKey && loginEmailKey === before.loginEmailKey) continue;
      await db.updateTable('users').set({ emailKey, loginEmailKey }).where('id', '=', id).execute();
    }
  },
};
