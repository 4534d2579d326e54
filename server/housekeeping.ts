import type { FastifyBaseLogger } from 'fastify';
import { limits } from '#schemas/limits.ts';
import type { Deps } from './deps.ts';
import { forgetCounts } from './http/counts.ts';
import { forgetAnswers } from './http/repeats.ts';
import { forgetUsedTokens } from './http/sealedTokens.ts';
import { logosAmong } from './modules/accounts/service.ts';
import { forgetWorkflows } from './modules/assistants/service.ts';
import { forgetLinks } from './modules/credentials/service.ts';
import { forgetEvents } from './modules/events/service.ts';
import { forgetRequests } from './modules/externalRequests/service.ts';
import { forgetSteps } from './modules/formSteps/service.ts';
import { forgetMessages } from './modules/outbox/service.ts';
import { forgetUploads } from './modules/files/resumable.ts';
import { forgetPreviews } from './modules/files/previews.ts';
import { knownBlobs, removeOrphans } from './modules/files/service.ts';
import { picturesAmong } from './modules/profilePictures/service.ts';
import { indexWaiting } from './modules/search/service.ts';
import { forgetSessions } from './modules/sessions/service.ts';
import { forgetValidators } from './validators/currentValidators.ts';

/** What waits to be found is indexed, and what nobody has sent goes when its time has come. Several processes may do this at once. */
export async function housekeep(deps: Deps): Promise<void> {
  await indexWaiting(deps);
  await removeOrphans(deps);
  await forgetPreviews(deps);
  await forgetUploads(deps);
  await forgetRequests(deps);
  await forgetWorkflows(deps);
  await forgetSteps(deps);
  await forgetMessages(deps);
  await forgetLinks(deps);
  await forgetSessions(deps);
  await forgetUsedTokens(deps);
  await forgetEvents(deps);
  await forgetAnswers(deps);
  await forgetCounts(deps);
  await forgetValidators(deps);
}

/**
 * Removes bytes that no row names: a crash between storing bytes and writing or deleting their row leaves them. They must
 * be old, so that no running upload is hit. Where more is unknown than known this is not the store's database, or not all
 * of it: then nothing is removed.
 */
export async function sweepBlobs(
  { db, blobStore, clock }: Deps,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  const before = new Date(clock.now().getTime() - limits.file.strayAfterHours * 3_600_000);
  await blobStore.removeUnfinished(before);
  const strays: string[] = [];
  let count = 0;
  for await (const keys of blobStore.list(before)) {
    if (keys.length === 0) continue;
    const known = new Set(
      (
        await Promise.all([knownBlobs, logosAmong, picturesAmong].map((among) => among(db, keys)))
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
