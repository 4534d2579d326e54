import { sql } from 'kysely';
import { secondFactorMethods, type SecondFactorMethod } from '#schemas/access/sessions.ts';
import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import type { Db, SessionRow, UserRow } from '#server/db/schema.ts';

export const findUserByName = (db: Db, usernameKey: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('usernameKey', '=', usernameKey).executeTakeFirst();

export const findUser = (db: Db, userId: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();

export const getUser = (db: Db, userId: string): Promise<UserRow> =>
  db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();

/**
 * Lists the user's second factors. Here and not in secondFactor, which depends on sessions, because
 * a login needs it before there is a session.
 */
export async function listSecondFactors(db: Db, userId: string): Promise<SecondFactorMethod[]> {
  const has = async (table: 'passkeys' | 'totpSecrets' | 'recoveryCodes') =>
    (await db
      .selectFrom(table)
      .select('userId')
      .where('userId', '=', userId)
      .limit(1)
      .executeTakeFirst()) !== undefined;
  const [passkey, totp, recoveryCode] = [
    await has('passkeys'),
    await has('totpSecrets'),
    await has('recoveryCodes'),
  ];
  return passkey || totp
    ? secondFactorMethods.filter((method) => ({ passkey, totp, recoveryCode })[method])
    : [];
}

/** Returns true if the user has access to this account, or to any account. */
export async function hasAccess(
  db: Db,
  userId: string,
  accountId: string | null,
): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .select('accountId')
    .where('userId', '=', userId)
    .where('isDisabled', '=', 0)
    .$if(accountId !== null, (query) => query.where('accountId', '=', accountId))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export const findSession = (
  db: Db,
  sessionId: string,
  kind: UserSessionKind,
): Promise<SessionRow | undefined> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .where('kind', '=', kind)
    .executeTakeFirst();

/** Replaces the refresh token; false if it was replaced meanwhile. */
export async function replaceToken(
  db: Db,
  sessionId: string,
  hash: string,
  next: Pick<SessionRow, 'refreshHash' | 'network' | 'validUntil'> & { now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({
      refreshHash: next.refreshHash,
      previousHash: hash,
      network: next.network,
      refreshedAt: next.now,
      lastUsedAt: next.now,
      validUntil: next.validUntil,
    })
    .where('id', '=', sessionId)
    .where('refreshHash', '=', hash)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const live = (db: Db, now: string) =>
  db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('endedAt', 'is', null)
    .where('validUntil', '>', now);

/** Ends a browser's session; false if it had ended. */
export async function endHeldSession(
  db: Db,
  sessionId: string,
  kind: UserSessionKind,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await live(db, now)
    .where('id', '=', sessionId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Which = Partial<Pick<SessionRow, 'kind'>> & {
  only?: string;
  but?: string | undefined;
  /** bound to it */ accountId?: string;
};

/** Ends a user's sessions: one, all but one, or those of a kind or account. Returns how many. */
export async function endSessions(
  db: Db,
  userId: string,
  { only, but, accountId, kind }: Which,
  now: string,
): Promise<number> {
  let query = live(db, now).where('userId', '=', userId);
  if (only !== undefined) query = query.where('id', '=', only);
  if (but !== undefined) query = query.where('id', '!=', but);
  if (accountId !== undefined) query = query.where('accountId', '=', accountId);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}

export const listSessions = (db: Db, userId: string, now: string): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('validUntil', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .execute();

/**
 * Counts an attempt unless the subject is locked; false if it is. Every `every`th attempt locks,
 * the first time until the first of `locks`, later until the last. One atomic statement.
 */
export async function countLoginAttempt(
  db: Db,
  subject: string,
  { now, every, locks }: { now: string; every: number; locks: readonly string[] },
): Promise<boolean> {
  const next = sql<number>`${sql.ref('loginTries.tries')} + 1`;
  const steps = sql.join(
    locks.map((until, index) => sql`when ${next} = ${sql.lit(every * (index + 1))} then ${until}`),
    sql` `,
  );
  const row = await db
    .insertInto('loginTries')
    .values({ subject, tries: 1, lockedUntil: null, triedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          tries: next,
          triedAt: now,
          lockedUntil: sql<
            string | null
          >`case ${steps} when (${next}) % ${sql.lit(every)} = 0 then ${locks.at(-1)} else null end`,
        })
        .where((is) =>
          is.or([
            is('loginTries.lockedUntil', 'is', null),
            is('loginTries.lockedUntil', '<=', now),
          ]),
        ),
    )
    .returning('tries')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the end of a subject's lockout; undefined if it is not locked. */
export async function findLock(db: Db, subject: string, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('loginTries')
    .select('lockedUntil')
    .where('subject', '=', subject)
    .where('lockedUntil', '>', now)
    .executeTakeFirst();
  return row?.lockedUntil ?? undefined;
}

export async function deleteTries(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('loginTries').where('subject', '=', subject).execute();
}

/** Resets a username and all devices of it. */
export async function deleteAllTries(db: Db, subject: string): Promise<void> {
  await db
    .deleteFrom('loginTries')
    .where((is) => is.or([is('subject', '=', subject), is('subject', 'like', `${subject}:%`)]))
    .execute();
}

/** Deletes ended sessions and old attempts. */
export async function deleteBefore(
  db: Db,
  { now, tries }: { now: string; tries: string },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((is) => is.or([is('validUntil', '<=', now), is('endedAt', 'is not', null)]))
    .execute();
  await db.deleteFrom('loginTries').where('triedAt', '<', tries).execute();
}
