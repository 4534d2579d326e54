/** The interface of users and invitations for other modules. */
export { getOwnClient } from './clients.ts';
export { lockInvitation } from './repository.ts';
export { smsNumber } from './mobileNumber.ts';
export { getInvitation, listUsableChannels, type KnownInvitation } from './invitations.ts';

/** Returns the display name of a user. */
export const formatUserName = ({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): string => `${firstName} ${lastName}`;
