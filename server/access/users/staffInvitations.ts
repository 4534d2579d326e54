import type { ProviderUser } from '#schemas/access/clients.ts';
import type { InvitedEmployee, NewEmployee } from '#schemas/access/staffInvitations.ts';
import type { Language } from '#schemas/platform/common.ts';
import {
  assertMayChangePerson,
  assertMayGiveRole,
  setRole,
  type Actor,
} from '#server/accounts/staff/service.ts';
import type { Deps } from '#server/deps.ts';
import { inTransactionWithEvents, type QueueEvent } from '#server/events/service.ts';
import { hashBody } from '#server/security/secrets.ts';
import { findAfterRace, findCreated, insertClient, type CreatingCall } from './clients.ts';
import { createInvitation, findByIdempotencyKey } from './invitations.ts';
import { presentUser } from './presentUser.ts';

type Inviter = Actor & { language: Language };

/** Gives a new user the role and the invitation. A late retry must not undo a later role. */
async function inviteWithRole(
  tx: Deps,
  queueEvent: QueueEvent,
  inviter: Inviter,
  { userId, firstName, lastName, email }: ProviderUser,
  { role }: NewEmployee,
  { idempotencyKey }: CreatingCall,
): Promise<InvitedEmployee> {
  const { accountId } = inviter;
  const isInvited =
    idempotencyKey !== undefined &&
    (await findByIdempotencyKey(tx, accountId, userId, idempotencyKey)) !== undefined;
  if (isInvited) await assertMayChangePerson(tx.db, inviter, userId);
  else await setRole(tx.db, queueEvent, inviter, userId, role);
  const invitation = await createInvitation(tx, inviter, userId, {}, idempotencyKey);
  const { url: invitationUrl, validUntil } = invitation;
  return { userId, firstName, lastName, role, email, invitationUrl, validUntil };
}

/**
 * Creates a member of the staff and queues the invitation mail, in one transaction. A retry with
 * the same Idempotency-Key gets the same response; with another body it is a `conflict`.
 */
export async function inviteEmployee(
  deps: Deps,
  inviter: Inviter,
  employee: NewEmployee,
  idempotencyKey?: string,
): Promise<InvitedEmployee> {
  const { role, ...person } = employee;
  assertMayGiveRole(inviter.scopes, role);
  const call = { idempotencyKey, bodyHash: hashBody({ employee }) };
  const invite = (getUser: (tx: Deps) => Promise<ProviderUser>) =>
    inTransactionWithEvents(deps, async (db, queueEvent) => {
      const tx = { ...deps, db };
      return inviteWithRole(tx, queueEvent, inviter, await getUser(tx), employee, call);
    });
  const earlier = await findCreated(deps, inviter.accountId, call);
  if (earlier) return invite(async () => presentUser(deps, earlier));
  return invite((tx) => insertClient(tx, inviter, person, call)).catch(async (error: unknown) => {
    const winner = await findAfterRace(deps, inviter, person, call, error);
    return invite(async () => presentUser(deps, winner));
  });
}
