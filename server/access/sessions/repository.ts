import { sql } from 'kysely';
import { secondFactorMethods, type SecondFactorMethod } from '#schemas/access/sessions.ts';
import { listUsernameKeys } from '#schemas/access/usernames.rules.ts';
import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import type { Db, LoginTriesRow, SessionRow, UserRow } from '#server/db/schema.ts';
import { forgetDevices, forgetEndedDevices } from '#server/mail/push/service.ts';

/**
 * Returns the key of the user that a username means. Users of one folded key differ in their own
 * names, which come first. An unknown name gets the folded key, so all its spellings are one.
 */
export async function findUsernameKey(db: Db, username: string): Promise<string> {
  const { exact, folded } = listUsernameKeys(username);
  const users = await db
    .selectFrom('users')
    .select(['usernameKey', 'foldedUsernameKey'])
    .where(({ eb, or }) =>
      or([eb('usernameKey', 'in', exact), eb('foldedUsernameKey', '=', folded)]),
    )
    .execute();
  const exactKey = exact.find((key) => users.some(({ usernameKey }) => usernameKey === key));
  const foldedUser = users.find(({ foldedUsernameKey }) => foldedUsernameKey === folded);
  return exactKey ?? foldedUser?.usernameKey ?? folded;
}

export const findUserByName = (db: Db, usernameKey: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('usernameKey', '=', usernameKey).executeTakeFirst();

export const findUser = (db: Db, userId: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();

/** Returns a user, with the confirmed address of a login. */
export async function getUser(db: Db, userId: string): Promise<UserRow> {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { ...user, email: user.loginEmail ?? user.email };
}

/** Replaces the hash of the same password; false if the password was changed meanwhile. */
export async function renewPasswordHash(
  db: Db,
  { id, passwordHash }: UserRow,
  newHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ passwordHash: newHash })
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

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

/** Returns true if the login of this user has a second factor. */
export const hasSecondFactor = async (db: Db, userId: string): Promise<boolean> =>
  (await listSecondFactors(db, await findLoginId(db, userId))).length > 0;

/** Returns true if the user's login has access to this account, or to any account. */
export async function hasAccess(
  db: Db,
  userId: string,
  accountId: string | null,
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.userId', 'users.id')
    .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
    .select('accountId')
    .where(({ or, eb }) => or([eb('users.id', '=', userId), eb('users.loginId', '=', userId)]))
    .where('isDisabled', '=', 0)
    .where('accounts.disabledAt', 'is', null)
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

const isLive = (db: Db, now: string) =>
  db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('endedAt', 'is', null)
    .where('validUntil', '>', now);

/** Ends a browser's session, and notifications on its device; false if it had ended. */
export async function endHeldSession(
  db: Db,
  sessionId: string,
  kind: UserSessionKind,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await isLive(db, now)
    .where('id', '=', sessionId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  await forgetDevices(db, [sessionId]);
  return numUpdatedRows > 0n;
}

/** Ends the sessions of a user, of an account's clients and staff, or of everyone. */
export async function endSessionsMatching(
  db: Db,
  whose: { userId: string } | { accountId: string } | { everyone: true },
  now: string,
): Promise<number> {
  let query = isLive(db, now);
  if ('userId' in whose) query = query.where('userId', '=', whose.userId);
  else if ('accountId' in whose)
    query = query.where('userId', 'in', (users) =>
      users
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.userId')
        .select(({ fn }) => fn.coalesce('users.loginId', 'users.id').as('id'))
        .where('memberships.accountId', '=', whose.accountId),
    );
  const { numUpdatedRows } = await query.executeTakeFirst();
  await forgetEndedDevices(db);
  return Number(numUpdatedRows);
}

/** Returns the user whose login opens the accounts of this user. */
export async function findLoginId(db: Db, userId: string): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('loginId')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.loginId ?? userId;
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
  let query = isLive(db, now).where('userId', '=', userId);
  if (only !== undefined) query = query.where('id', '=', only);
  if (but !== undefined) query = query.where('id', '!=', but);
  if (accountId !== undefined) query = query.where('accountId', '=', accountId);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  const ended = await query.returning('id').execute();
  if (ended.length > 0)
    await forgetDevices(
      db,
      ended.map(({ id }) => id),
    );
  return ended.length;
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

type CountedAttempt = {
  now: string;
  /** attempts until a lock */ every: number;
  locks: readonly string[];
  /** Comparisons that started before are no longer running. Absent: decided when counted. */
  undecidedSince?: string;
};

/**
 * Counts an attempt unless the subject is locked; false if it is. Every `every`th attempt locks,
 * the first time until the first of `locks`, later until the last. One atomic statement.
 */
export async function addLoginAttempt(
  db: Db,
  subject: string,
  { now, every, locks, undecidedSince }: CountedAttempt,
): Promise<{ tries: number; lockedUntil: string | null } | undefined> {
  const next = sql<number>`${sql.ref('loginTries.tries')} + 1`;
  const steps = sql.join(
    locks.map((until, index) => sql`when ${next} = ${sql.lit(every * (index + 1))} then ${until}`),
    sql` `,
  );
  const undecided = undecidedSince === undefined ? 0 : 1;
  return db
    .insertInto('loginTries')
    .values({ subject, tries: 1, lockedUntil: null, triedAt: now, undecided })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          tries: next,
          triedAt: now,
          undecided: sql<number>`case when ${sql.ref('loginTries.triedAt')} <= ${undecidedSince ?? now}
            then 0 else ${sql.ref('loginTries.undecided')} end + ${sql.lit(undecided)}`,
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
    .returning(['tries', 'lockedUntil'])
    .executeTakeFirst();
}

/** Ends a comparison with the wrong outcome. */
export async function decideAttempt(db: Db, subject: string): Promise<void> {
  await db
    .updateTable('loginTries')
    .set((is) => ({ undecided: is('undecided', '-', 1) }))
    .where('subject', '=', subject)
    .where('undecided', '>', 0)
    .execute();
}

export const findLoginAttempts = (db: Db, subject: string): Promise<LoginTriesRow | undefined> =>
  db.selectFrom('loginTries').selectAll().where('subject', '=', subject).executeTakeFirst();

/** Ends this lockout of a subject, unless another one has begun. */
export async function releaseLock(db: Db, subject: string, lockedUntil: string): Promise<void> {
  await db
    .updateTable('loginTries')
    .set({ lockedUntil: null })
    .where('subject', '=', subject)
    .where('lockedUntil', '=', lockedUntil)
    .execute();
}

export async function deleteLoginAttempts(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('loginTries').where('subject', '=', subject).execute();
}

/** Resets a username and all devices of it. */
export async function deleteAllLoginAttempts(db: Db, subject: string): Promise<void> {
  await db
    .deleteFrom('loginTries')
    .where((is) => is.or([is('subject', '=', subject), is('subject', 'like', `${subject}:%`)]))
    .execute();
}

/** Deletes ended sessions and old attempts. */
export async function deleteBefore(
  db: Db,
  { now, attemptsBefore }: { now: string; attemptsBefore: string },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((is) => is.or([is('validUntil', '<=', now), is('endedAt', 'is not', null)]))
    .execute();
  await db.deleteFrom('loginTries').where('triedAt', '<', attemptsBefore).execute();
}
