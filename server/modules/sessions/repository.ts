import type { UserSessionKind } from '#schemas/sessions.ts';
import type { Db, SessionRow, UserRow } from '#server/db/schema.ts';

export const findUserByName = (db: Db, usernameKey: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('usernameKey', '=', usernameKey).executeTakeFirst();

export const getUser = (db: Db, userId: string): Promise<UserRow> => db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();

/** Whether the user still has access to an account: to this one, where one is named. */
export async function hasAccess(db: Db, userId: string, accountId: string | null): Promise<boolean> {
  const row = await db.selectFrom('memberships').select('accountId').where('userId', '=', userId).where('isDisabled', '=', 0)
    .$if(accountId !== null, (query) => query.where('accountId', '=', accountId)).limit(1).executeTakeFirst();
  return row !== undefined;
}

export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export const findSession = (db: Db, sessionId: string, kind: UserSessionKind): Promise<SessionRow | undefined> =>
  db.selectFrom('sessions').selectAll().where('id', '=', sessionId).where('kind', '=', kind).executeTakeFirst();

/** Puts the next refresh token in the place of this one, and whether it was still the newest. */
export async function replaceToken(db: Db, sessionId: string, hash: string, next: { refreshHash: string; now: string; validUntil: string }): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('sessions')
    .set({ refreshHash: next.refreshHash, previousHash: hash, refreshedAt: next.now, lastUsedAt: next.now, validUntil: next.validUntil })
    .where('id', '=', sessionId).where('refreshHash', '=', hash).where('endedAt', 'is', null).executeTakeFirst();
  return numUpdatedRows > 0n;
}

const live = (db: Db, now: string) => db.updateTable('sessions').set({ endedAt: now }).where('endedAt', 'is', null).where('validUntil', '>', now);

/** Ends the session a browser holds, and whether it was still going on. */
export async function endHeldSession(db: Db, sessionId: string, kind: UserSessionKind, now: string): Promise<boolean> {
  const { numUpdatedRows } = await live(db, now).where('id', '=', sessionId).where('kind', '=', kind).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a user's sessions: the one that is named, or all but the one that stays. How many were still going on. */
export async function endSessions(db: Db, userId: string, which: { only?: string | undefined; but?: string | undefined }, now: string): Promise<number> {
  const { only, but } = which;
  const { numUpdatedRows } = await live(db, now).where('userId', '=', userId)
    .$if(only !== undefined, (query) => query.where('id', '=', String(only))).$if(but !== undefined, (query) => query.where('id', '!=', String(but))).executeTakeFirst();
  return Number(numUpdatedRows);
}

export const listSessions = (db: Db, userId: string, now: string): Promise<SessionRow[]> =>
  db.selectFrom('sessions').selectAll().where('userId', '=', userId).where('endedAt', 'is', null).where('validUntil', '>', now)
    .orderBy('lastUsedAt', 'desc').orderBy('id').execute();
