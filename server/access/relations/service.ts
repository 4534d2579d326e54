import type { ProviderUser } from '#schemas/access/clients.ts';
import type { MembershipRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import {
  isEmployee,
  lockMembership,
  queueBoardEvents,
  queueFirmClientEvents,
} from '#server/accounts/staff/service.ts';
import { inTransactionWithEvents, type QueueEvent } from '#server/events/service.ts';
import { endInvitedSessions } from '#server/access/sessions/service.ts';
import {
  getOwnClient,
  presentUser,
  revokeStoredInvitations,
} from '#server/access/users/service.ts';
import { mailEnd } from './mails.ts';
import * as repository from './repository.ts';

type Relation = Pick<MembershipRow, 'accountId' | 'userId'>;
type Side = NonNullable<MembershipRow['endedBy']>;

/** Queues an event for the client's open pages: everything of the account has changed. */
function queueChange(queueEvent: QueueEvent, { accountId, userId }: Relation): void {
  queueEvent([userId], {
    type: 'accountActivated',
    accountId,
    akteIdHash: null,
    folderId: null,
    messageId: null,
  });
}

/**
 * Returns an instant between the newest message and the next one, whose sort keys may lie within
 * this millisecond, or in the next ones after a burst.
 */
function computeEnd(newest: string | undefined, now: Date): string {
  const justBefore = new Date(now.getTime() - 1).toISOString();
  return newest !== undefined && newest > justBefore ? newest : justBefore;
}

/**
 * Ends the relation between a client and an account. The client still reads what was exchanged.
 * Throws `notFound`, and `isStaff` for staff, who would lose the board. A retry changes nothing.
 */
export async function endRelation(
  deps: Deps,
  relation: Relation,
  endedBy: Side,
): Promise<ProviderUser> {
  const { accountId, userId } = relation;
  return inTransactionWithEvents(deps, async (db, queueEvent) => {
    const tx = { ...deps, db };
    const { caseIds, newest } = await repository.lockCases(db, relation);
    await lockMembership(db, accountId, userId);
    const client = await getOwnClient(tx, accountId, userId);
    if (client.endedAt !== null) return presentUser(deps, client);
    if (await isEmployee(db, accountId, userId)) throw createProblem('isStaff');
    const now = deps.clock.now().toISOString();
    const endedAt = computeEnd(newest, deps.clock.now());
    if (await repository.end(db, relation, { endedAt, endedBy })) {
      await repository.deleteNews(db, relation);
      await revokeStoredInvitations(db, accountId, userId, now);
      await endInvitedSessions(tx, userId, accountId);
      await mailEnd(deps, db, client, endedBy);
      queueEvent.forPrograms(accountId, {
        type: 'client.ended',
        data: { userId, changedBy: endedBy },
      });
      queueChange(queueEvent, relation);
      await queueFirmClientEvents(db, queueEvent, accountId);
      for (const caseId of caseIds) await queueBoardEvents(db, queueEvent, { accountId, caseId });
    }
    return presentUser(deps, await getOwnClient(tx, accountId, userId));
  });
}
