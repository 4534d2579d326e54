import type { Db } from '#server/db/schema.ts';
import { isOpenToStaff } from './caseAccess.ts';

/** Returns true if a client has a case that a member of the staff does not see. */
export async function hasHiddenCase(
  db: Db,
  { accountId, clientId, staffId }: { accountId: string; clientId: string; staffId: string },
): Promise<boolean> {
  const hidden = await db
    .selectFrom('caseClients')
    .select('caseId')
    .where('accountId', '=', accountId)
    .where('userId', '=', clientId)
    .where(({ not }) => not(isOpenToStaff(staffId, 'caseClients.caseId')))
    .executeTakeFirst();
  return hidden !== undefined;
}
