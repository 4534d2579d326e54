import type { Language } from '#schemas/platform/common.ts';
import type { JoinedInvitation, UserData } from '#schemas/access/users.ts';
import { registrationLimits } from '#server/access/limits.ts';
import type { Deps } from '#server/deps.ts';
import type { CallerOf } from '#server/http/session.ts';
import { createProblem, ignoreProblem } from '#server/problem.ts';
import { hashSecret } from '#server/security/secrets.ts';
import { createToken, readToken } from '#server/security/sealedTokens.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import { queueFirmClientEvents } from '#server/accounts/staff/service.ts';
import { accept, getAcceptanceError } from '#server/access/acceptances/service.ts';
import { endInvitedSessions, getSessionUser } from '#server/access/sessions/service.ts';
import { getInvitation } from './invitations.ts';
import * as repository from './repository.ts';

const kind = { name: 'joinInvitation', minutes: registrationLimits.joinMinutes };
/** The address is the one that the PIN went to: a corrected one needs a new proof. */
type Content = { invitationId: string; addressHash: string };

/** Creates the proof that the PIN of an invitation was entered. */
export const createJoinToken = (
  deps: Deps,
  { invitation, client }: Pick<repository.KnownInvitation, 'invitation' | 'client'>,
): string =>
  createToken(deps, kind, {
    invitationId: invitation.id,
    addressHash: hashSecret(client.emailKey),
  } satisfies Content);

/**
 * Returns the invitation whose PIN was entered. Throws `linkInvalid` without the proof, as for an
 * unknown key, and `invalidInput` for terms that were not accepted. An equal request can join it
 * before this read: only the transaction decides whether it is taken.
 */
async function getProvedInvitation(
  deps: Deps,
  hashUserKey: string,
  { joinToken, AgbsAccepted }: JoinedInvitation,
  language: Language,
): Promise<repository.KnownInvitation> {
  const proof = readToken<Content>(deps, kind, joinToken);
  if (!proof) throw createProblem('linkInvalid');
  const known = await getInvitation(deps, hashUserKey);
  const { invitation, client } = known;
  if (proof.invitationId !== invitation.id || proof.addressHash !== hashSecret(client.emailKey))
    throw createProblem('linkInvalid');
  const error = getAcceptanceError(known.account, AgbsAccepted, language);
  if (error) throw createProblem('invalidInput', { '/AgbsAccepted': error });
  return known;
}

/**
 * Adds the invited user's account to the caller's login and ends the sessions by PIN. The invited
 * user stays: the provider knows the client by it and never learns of the login's other accounts.
 */
export async function joinInvitation(
  deps: Deps,
  caller: CallerOf<'registered'>,
  hashUserKey: string,
  body: JoinedInvitation,
  language: Language,
): Promise<{ user: UserData }> {
  const loginId = caller.userId;
  const earlier = await getInvitation(deps, hashUserKey).catch(ignoreProblem);
  if (earlier?.client.loginId !== loginId) {
    const { client, account } = await getProvedInvitation(deps, hashUserKey, body, language);
    const { id: accountId } = account;
    await inTransactionWithEvents(deps, async (db, queueEvent) => {
      const clients = await repository.lockClientsOfLogin(db, loginId, accountId);
      if (clients.includes(client.id)) return; // by an equal request that was faster
      if (clients.length > 0) throw createProblem('alreadyClient');
      const registeredAt = deps.clock.now().toISOString();
      if (!(await repository.joinLogin(db, client.id, { loginId, registeredAt })))
        throw createProblem('alreadyRegistered');
      await accept(
        db,
        { accountId, userId: client.id },
        {
          acceptedAt: registeredAt,
          shown: body.statementHashes,
          field: '/AgbsAccepted',
          language,
        },
      );
      await endInvitedSessions({ ...deps, db }, client.id, accountId);
      await queueFirmClientEvents(db, queueEvent, accountId);
      queueEvent.forPrograms(accountId, { type: 'client.registered', data: { userId: client.id } });
      queueEvent([client.id], {
        type: 'accountActivated',
        accountId,
        akteIdHash: null,
        folderId: null,
        messageId: null,
      });
    });
  }
  return { user: await getSessionUser(deps, 'registered', caller.sessionId) };
}
