import type { NewUser } from '#schemas/access/clients.ts';
import type { UserStatus } from '#schemas/access/users.ts';
import { invitationLimits } from '#schemas/access/limits.ts';
import type { Deps } from '#server/deps.ts';
import { ignoreProblem } from '#server/problem.ts';
import { createUser } from '#server/access/users/clients.ts';
import {
  findByIdempotencyKey,
  inviteUser,
  getInvitation,
} from '#server/access/users/invitations.ts';
import { demoAccounts } from './accounts.ts';

const person = {
  salutation: 'Frau',
  firstName: 'Miriam',
  lastName: 'Castillo',
  email: 'miriam.castillo@beispiel.example',
  mobile: '+49 151 5550 2345',
} satisfies NewUser;

/**
 * The clients that the demo can invite, in this order, because earlier ones may have registered.
 */
async function listWaitingClients(
  deps: Deps,
  accountId: string,
): Promise<{ userIds: string[]; made: number }> {
  const rows = await deps.db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.userId', 'users.id')
    .select(['users.id', 'users.status', 'memberships.isDisabled'])
    .where('memberships.accountId', '=', accountId)
    .where('memberships.idempotencyKey', 'like', 'demo-client-%')
    .orderBy('memberships.createdAt')
    .execute();
  return {
    userIds: rows
      .filter(({ status, isDisabled }) => status === 0 && isDisabled === 0)
      .map(({ id }) => id),
    made: rows.length,
  };
}

async function isInvited({ db, clock }: Deps, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('validUntil', '>', clock.now().toISOString())
    .executeTakeFirst();
  return row !== undefined;
}

export type DemoInvitation = { hashUserKey: string; userStatus: UserStatus; url: string };

/**
 * Returns the demo's own invitation of a client, the same until it is used or revoked. Undefined if
 * the provider has invited the client, because another invitation would revoke that one, or if the
 * hourly limit is reached.
 */
async function getDemoInvitation(
  deps: Deps,
  accountId: string,
  userId: string,
): Promise<DemoInvitation | undefined> {
  for (let number = 1; ; number += 1) {
    const key = `demo-invitation-${number}`;
    const isNew = (await findByIdempotencyKey(deps, accountId, userId, key)) === undefined;
    if (isNew && (await isInvited(deps, userId))) return undefined;
    const made = await inviteUser(
      deps,
      { accountId, language: 'de' },
      userId,
      { validDays: invitationLimits.maxValidDays },
      key,
    ).catch(ignoreProblem);
    if (!made) return undefined;
    if (await getInvitation(deps, made.hashUserKey).catch(ignoreProblem))
      return { hashUserKey: made.hashUserKey, userStatus: 0, url: made.url };
  }
}

/** Returns an invitation that can be used now. */
export async function listDemoInvitations(deps: Deps): Promise<DemoInvitation[]> {
  const account = await deps.db
    .selectFrom('accounts')
    .select('id')
    .where('uniqueKey', '=', demoAccounts[0]?.uniqueKey ?? '')
    .executeTakeFirst();
  if (!account) return [];
  const { userIds, made } = await listWaitingClients(deps, account.id);
  for (const userId of userIds) {
    const invitation = await getDemoInvitation(deps, account.id, userId);
    if (invitation) return [invitation];
  }
  const { userId } = await createUser(
    deps,
    { accountId: account.id, language: 'de' },
    person,
    `demo-client-${made + 1}`,
  );
  const invitation = await getDemoInvitation(deps, account.id, userId);
  return invitation ? [invitation] : [];
}
