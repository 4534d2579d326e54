import type { Db } from '#server/db/schema.ts';

export async function findPictureKey(db: Db, userId: string): Promise<string | null> {
  const { pictureKey } = await db
    .selectFrom('users')
    .select('pictureKey')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return pictureKey;
}

/** Finds the picture of the login of one of the account's users. */
export async function findPictureKeyAt(
  db: Db,
  accountId: string,
  userId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.userId', 'users.id')
    .innerJoin('users as login', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb(ref('login.id'), '=', fn.coalesce('users.loginId', 'users.id')),
      ),
    )
    .select('login.pictureKey')
    .where('users.id', '=', userId)
    .where('memberships.accountId', '=', accountId)
    .where('memberships.isDisabled', '=', 0)
    .executeTakeFirst();
  return row?.pictureKey ?? null;
}

/** Replaces a picture; false if it was replaced meanwhile. */
export async function replacePicture(
  db: Db,
  userId: string,
  from: string | null,
  to: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ pictureKey: to })
    .where('id', '=', userId)
    .where('pictureKey', from === null ? 'is' : '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function listPictures(db: Db, blobKeys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('pictureKey')
    .where('pictureKey', 'in', blobKeys)
    .execute();
  return rows.map(({ pictureKey }) => pictureKey).filter((key) => key !== null);
}
