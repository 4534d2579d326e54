import type { Db } from '#server/db/schema.ts';
import { findName } from './repository.ts';

/** What other modules may ask of users and their invitations. */
export { ownClient } from './clients.ts';
export { smsNumber } from './mobileNumber.ts';
export { knownInvitation, usableChannels, type KnownInvitation } from './invitations.ts';

/** What a user is called by others. */
export async function nameOfUser(db: Db, userId: string): Promise<string> {
  const { firstName, lastName } = await findName(db, userId);
  return `${firstName} ${lastName}`;
}
