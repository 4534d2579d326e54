/** What other modules may ask of users and their invitations. */
export { knownInvitation, usableChannels, type KnownInvitation } from './invitations.ts';
