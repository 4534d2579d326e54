import type { Db, UserRow } from '#server/db/schema.ts';
import { queueStaffEvents, worksAt } from '#server/accounts/staff/service.ts';
import type { QueueEvent } from '#server/events/service.ts';
import { indexClient } from '#server/access/users/service.ts';
import * as repository from './repository.ts';

/**
 * Changes a person at each account that the login has access to, in the caller's transaction, and
 * queues the events for these accounts.
 */
export async function changeAtAccounts(
  db: Db,
  queueEvent: QueueEvent,
  loginId: string,
  change: Partial<UserRow>,
): Promise<void> {
  const clients = await repository.listClients(db, loginId);
  await repository.updateUsers(
    db,
    clients.map(({ id }) => id),
    change,
  );
  for (const { id: userId, accountId, accountName: _, ...person } of clients) {
    await indexClient(db, { userId, accountId }, { ...person, ...change });
    queueEvent.forPrograms(accountId, {
      type: 'client.changed',
      data: { userId, changedBy: 'client' },
    });
    if (await worksAt(db, accountId, userId))
      await queueStaffEvents(db, queueEvent, accountId, userId);
  }
}
