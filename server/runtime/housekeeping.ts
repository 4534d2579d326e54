import type { FastifyBaseLogger } from 'fastify';
import { hourMs } from '#schemas/platform/time.ts';
import { storageLimits } from '#server/files/limits.ts';
import type { Deps } from '#server/deps.ts';
import { deleteExpiredCounters } from '#server/security/attemptCounters.ts';
import { deleteExpiredResponses } from '#server/security/idempotency.ts';
import { deleteExpiredTokens } from '#server/security/sealedTokens.ts';
import { listLogos } from '#server/accounts/accounts/service.ts';
import { deleteOldWorkflows } from '#server/forms/assistants/service.ts';
import { forgetLinks } from '#server/access/credentials/service.ts';
import { deleteOldEvents, deleteOldProgramEvents } from '#server/events/service.ts';
import { deleteExpiredRequests } from '#server/forms/externalRequests/service.ts';
import { deleteOldSteps } from '#server/forms/formSteps/service.ts';
import { deleteOldMessages } from '#server/mail/mailOutbox/service.ts';
import { resealPush } from '#server/mail/push/service.ts';
import { deleteOldDeliveries, resealWebhooks } from '#server/mail/webhooks/service.ts';
import { deleteExpiredUploads } from '#server/files/files/resumable/resumable.ts';
import { deleteOldIncoming } from '#server/files/files/incoming.ts';
import { deletePreviews } from '#server/files/files/previews.ts';
import { listKnownBlobs, removeOrphans } from '#server/files/files/service.ts';
import { listPictures } from '#server/files/profilePictures/service.ts';
import { indexWaitingClients } from '#server/access/users/service.ts';
import { indexWaiting } from '#server/cases/search/service.ts';
import { resealTotp } from '#server/access/secondFactor/service.ts';
import { deleteExpiredContacts } from '#server/access/ownDetails/service.ts';
import { deleteOldSessions } from '#server/access/sessions/service.ts';
import { deleteOldValidators } from '#server/validators/currentValidators.ts';

/**
 * Indexes new content for the search and deletes expired data. Several processes may run it at
 * once.
 */
export async function housekeep(deps: Deps): Promise<void> {
  await indexWaiting(deps);
  await indexWaitingClients(deps);
  await removeOrphans(deps);
  await deletePreviews(deps);
  await deleteExpiredUploads(deps);
  await deleteOldIncoming(deps);
  await deleteExpiredRequests(deps);
  await deleteOldWorkflows(deps);
  await deleteOldSteps(deps);
  await deleteOldMessages(deps);
  await forgetLinks(deps);
  await deleteExpiredContacts(deps);
  await deleteOldSessions(deps);
  await resealTotp(deps);
  await resealWebhooks(deps);
  await resealPush(deps);
  await deleteOldDeliveries(deps);
  await deleteExpiredTokens(deps);
  await deleteOldEvents(deps);
  await deleteOldProgramEvents(deps);
  await deleteExpiredResponses(deps);
  await deleteExpiredCounters(deps);
  await deleteOldValidators(deps);
}

/**
 * Removes blobs that no row names, which a crash between storing bytes and writing the row leaves.
 * Young blobs are kept, because their upload may be running. Removes nothing if more blobs are
 * unknown than known, because then the database does not belong to this store.
 */
export async function sweepBlobs(
  { db, blobStore, clock }: Deps,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  const before = new Date(clock.now().getTime() - storageLimits.strayAfterHours * hourMs);
  await blobStore.removeUnfinished(before);
  const strays: string[] = [];
  let count = 0;
  for await (const keys of blobStore.list(before)) {
    if (keys.length === 0) continue;
    const known = new Set(
      (
        await Promise.all([listKnownBlobs, listLogos, listPictures].map((among) => among(db, keys)))
      ).flat(),
    );
    strays.push(...keys.filter((key) => !known.has(key)));
    count += keys.length;
  }
  if (strays.length > count / 2)
    return log.error(
      { strays: strays.length, count },
      'more stored files without a row than with one: is this the right database? None was removed',
    );
  for (const key of strays) await blobStore.remove(key);
}
