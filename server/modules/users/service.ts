/** What other modules may ask of users and their invitations. */
export { ownClient } from './clients.ts';
export { lockInvitation } from './repository.ts';
export { smsNumber } from './mobileNumber.ts';
export { knownInvitation, usableChannels, type KnownInvitation } from './invitations.ts';

/** What a user is called by others. */
export const nameOfUser = ({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): string => `${firstName} ${lastName}`;
