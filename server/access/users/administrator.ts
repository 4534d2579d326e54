import { buildEmailKey } from '#schemas/access/users.rules.ts';
import { buildFoldedKey, buildUsernameKey } from '#schemas/access/usernames.rules.ts';
import type { Language } from '#schemas/platform/common.ts';
import { giveFirstRole } from '#server/accounts/staff/service.ts';
import { newId } from '#server/db/newId.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { hashBody } from '#server/security/secrets.ts';
import { indexClient } from './clientSearch.ts';
import * as repository from './repository.ts';

export type NewAdministrator = {
  firstName: string;
  lastName: string;
  email: string;
  language: Language;
  username: string;
  passwordHash: string;
};

/**
 * Creates a registered administrator of a new account, which has no statements to accept yet.
 * Throws the database's error for a username that is taken.
 */
export async function createAdministrator(
  { clock }: Pick<Deps, 'clock'>,
  db: Db,
  accountId: string,
  { username, email, ...chosen }: NewAdministrator,
): Promise<void> {
  const [userId, now] = [newId(), clock.now().toISOString()];
  await repository.insertUser(db, {
    id: userId,
    ...chosen,
    salutation: '',
    email,
    emailKey: buildEmailKey(email),
    mobile: null,
    username,
    usernameKey: buildUsernameKey(username),
    foldedUsernameKey: buildFoldedKey(username),
    loginId: null,
    loginEmail: null,
    loginEmailKey: null,
    status: 1,
    pictureKey: null,
    createdAt: now,
    registeredAt: now,
  });
  await repository.insertMembership(db, {
    userId,
    accountId,
    isDisabled: 0,
    acceptedAt: now,
    termsHash: null,
    privacyHash: null,
    externalId: null,
    idempotencyKey: null,
    bodyHash: hashBody({ username }),
    endedAt: null,
    endedBy: null,
    createdAt: now,
    lastSeenAt: null,
  });
  await indexClient(db, { userId, accountId }, { ...chosen, email });
  await giveFirstRole(db, accountId, userId, 'admin');
}
