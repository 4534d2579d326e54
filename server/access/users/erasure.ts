import type { Db } from '#server/db/schema.ts';
import { deleteMessagesOf } from '#server/mail/mailOutbox/service.ts';
import { forgetRecipient } from '#server/mail/notifications/service.ts';
import * as erasureRepository from './erasureRepository.ts';
import { deletePins } from './pinAccess.ts';
import type { Client } from './repository.ts';

/**
 * Erases what an account knows of a client, with the user if no other account needs it: a login
 * that opens accounts of others keeps its name and address. Call it after all that refers to the
 * user is deleted. Returns the key of a picture that is still to be removed.
 */
export async function erasePerson(db: Db, client: Client): Promise<string | null> {
  const { id, accountId, email, mobile, loginEmail } = client;
  await forgetRecipient(db, { userId: id, accountId });
  const recipients = [email, mobile, loginEmail].filter((each) => each !== null);
  await deleteMessagesOf(db, { accountId, userId: id }, recipients);
  await deletePins({ db }, accountId, id);
  await erasureRepository.deleteMembership(db, client);
  if (await erasureRepository.hasMembership(db, id)) return null;
  if (!(await erasureRepository.isLoginOfOthers(db, id)))
    return erasureRepository.deleteUser(db, id);
  await erasureRepository.deletePerson(db, id);
  return null;
}
