import type { AccessState, ProviderUser } from '#schemas/access/clients.ts';
import type { Deps } from '#server/deps.ts';
import type { Client } from './repository.ts';

type Stated = Pick<Client, 'status' | 'isDisabled' | 'endedAt' | 'invitedUntil'>;

/** Returns the state of a client's access, by which `searchRepository.ts` also finds clients. */
export function getAccessState(
  { status, isDisabled, endedAt, invitedUntil }: Stated,
  now: string,
): AccessState {
  if (endedAt !== null) return 'ended';
  if (isDisabled === 1) return 'disabled';
  if (status === 1) return 'active';
  if (invitedUntil === null) return 'none';
  return invitedUntil > now ? 'invited' : 'expired';
}

/** The provider's view of a client, now. */
export const presentUser = ({ clock }: Pick<Deps, 'clock'>, client: Client): ProviderUser => ({
  userId: client.id,
  externalId: client.externalId,
  firstName: client.firstName,
  lastName: client.lastName,
  salutation: client.salutation,
  email: client.email,
  mobile: client.mobile,
  language: client.language,
  userStatus: client.status,
  isDisabled: client.isDisabled === 1,
  accessState: getAccessState(client, clock.now().toISOString()),
  invitation:
    client.invitedAt === null || client.invitedUntil === null
      ? null
      : { createdAt: client.invitedAt, validUntil: client.invitedUntil },
  endedDate: client.endedAt,
  endedBy: client.endedBy,
  createdAt: client.knownSince,
  registeredAt: client.registeredAt,
  lastSeenDate: client.lastSeenAt,
});
