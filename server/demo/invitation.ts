import type { NewUser, UserStatus } from '#schemas/users.ts';
import { limits } from '#schemas/limits.ts';
import type { Deps } from '#server/deps.ts';
import { ProblemError, undefinedOnProblem } from '#server/http/errors.ts';
import { createUser } from '#server/modules/users/clients.ts';
import { inviteUser, knownInvitation } from '#server/modules/users/invitations.ts';
import { demoAccounts } from './accounts.ts';

const person = { salutation: 'Frau', firstName: 'Miriam', lastName: 'Castillo', email: 'miriam.castillo@beispiel.example', mobile: '+49 151 5550 2345' } satisfies NewUser;

/** Somebody whom the first account waits for; the one before may have registered. */
async function waitingClient(deps: Deps, accountId: string): Promise<string> {
  const rows = await deps.db.selectFrom('users').innerJoin('memberships', 'memberships.userId', 'users.id').select(['users.id', 'users.status', 'memberships.isDisabled'])
    .where('memberships.accountId', '=', accountId).where('memberships.idempotencyKey', 'like', 'demo-client-%').execute();
  const waiting = rows.find(({ status, isDisabled }) => status === 0 && isDisabled === 0);
  return waiting?.id ?? (await createUser(deps, accountId, person, `demo-client-${rows.length + 1}`)).userId;
}

export type DemoInvitation = { hashUserKey: string; userStatus: UserStatus; url: string };

/**
 * The invitations that can be used now: one, under the same link until somebody has used it or taken it back. The demo walks
 * through its own only. None where so many were taken back within the hour that there may be no other yet.
 */
export async function listDemoInvitations(deps: Deps): Promise<DemoInvitation[]> {
  const account = await deps.db.selectFrom('accounts').select('id').where('uniqueKey', '=', demoAccounts[0]?.uniqueKey ?? '').executeTakeFirst();
  if (!account) return [];
  const userId = await waitingClient(deps, account.id);
  try {
    for (let number = 1; ; number += 1) {
      const { hashUserKey, url } = await inviteUser(deps, { accountId: account.id, language: 'de' }, userId, { validDays: limits.invitation.maxValidDays }, `demo-invitation-${number}`);
      if (await knownInvitation(deps, hashUserKey).catch(undefinedOnProblem)) return [{ hashUserKey, userStatus: 0, url }];
    }
  } catch (error) {
    if (error instanceof ProblemError && error.reason === 'tooManyRequests') return [];
    throw error;
  }
}
