import type { Language } from '#schemas/platform/common.ts';
import type { Query, Reply } from '#schemas/platform/endpoint.ts';
import type { Erasure, listErasures as listCall } from '#schemas/forms/erasures.ts';
import { queueInboxEvents } from '#server/accounts/staff/service.ts';
import type { Db, ErasureRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import {
  deleteFilesOfSubmission,
  removeBytes,
  type DeletedFile,
} from '#server/files/files/service.ts';
import { chainRecord, eraseRecord } from '#server/forms/evidence/service.ts';
import {
  deleteSubmission,
  lockOrigin,
  type Origin,
  type Provider,
} from '#server/forms/submissions/service.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { listLimits } from '#server/http/limits.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import * as repository from './repository.ts';

const present = ({ accountId: _id, source: _source, ...erasure }: ErasureRow): Erasure => erasure;

/** Throws `conflict` for a submission of a task or in a case. */
function assertOutsideCases({ source, caseId }: Origin, language: Language): void {
  if (source === 'task' || caseId !== null)
    throw createProblem('conflict', {
      '/submissionId': getTexts(language)('submission.error.inCase', {}),
    });
}

type Work = { erasure: ErasureRow; files: readonly DeletedFile[] };

/** Deletes what a submission has brought, and stores that it was erased. */
async function eraseRows(
  { clock }: Deps,
  db: Db,
  accountId: string,
  { submissionId, reason, origin }: { submissionId: string; reason: string; origin: Origin },
): Promise<Work> {
  const { formId, source, submittedAt } = origin;
  const files = await deleteFilesOfSubmission(db, submissionId);
  await deleteSubmission(db, submissionId);
  const erasure: ErasureRow = {
    ...{ submissionId, accountId, formId, source, submittedAt, reason },
    erasedAt: clock.now().toISOString(),
    evidenceHash: await eraseRecord(db, accountId, submissionId),
  };
  await repository.insertErasure(db, erasure);
  return { erasure, files };
}

/**
 * Erases a submission with its files, and returns what stays; a second call returns the same.
 * Throws `notFound`, and `conflict` for a submission of a task or in a case.
 */
export async function eraseSubmission(
  deps: Deps,
  { accountId, language }: Provider,
  submissionId: string,
  reason: string,
): Promise<Erasure> {
  await chainRecord(deps.db, accountId, submissionId);
  const { erasure, files } = await inTransactionWithEvents(deps, async (db, queueEvent) => {
    const origin = await lockOrigin(db, accountId, submissionId);
    const earlier = origin ?? (await repository.findErasure(db, accountId, submissionId));
    if (!earlier) throw createProblem('notFound');
    if ('erasedAt' in earlier) return { erasure: earlier, files: [] };
    assertOutsideCases(earlier, language);
    const { formId } = earlier;
    queueEvent.forPrograms(accountId, {
      type: 'submission.erased',
      data: { formId, submissionId },
    });
    await queueInboxEvents(db, queueEvent, { accountId, caseId: null });
    return eraseRows(deps, db, accountId, { submissionId, reason, origin: earlier });
  });
  await removeBytes(deps, files);
  return present(erasure);
}

export const { forgetAssignee } = repository;

/** Chains the records of a case's submissions. Call it before they are erased. */
export async function chainRecordsOfCase(db: Db, accountId: string, caseId: string): Promise<void> {
  for (const submissionId of await repository.listSubmissionsOfCase(db, accountId, caseId))
    await chainRecord(db, accountId, submissionId);
}

/**
 * Erases the submissions of a case in the caller's transaction. Call it before the tasks of the
 * case are deleted. Returns the files whose bytes are still to be removed.
 */
export async function eraseSubmissionsOfCase(
  deps: Deps,
  db: Db,
  { accountId, caseId, reason }: { accountId: string; caseId: string; reason: string },
): Promise<{ erasures: ErasureRow[]; files: DeletedFile[] }> {
  const erased: Work[] = [];
  for (const submissionId of await repository.listSubmissionsOfCase(db, accountId, caseId)) {
    const origin = await lockOrigin(db, accountId, submissionId);
    if (origin) erased.push(await eraseRows(deps, db, accountId, { submissionId, reason, origin }));
  }
  return {
    erasures: erased.map(({ erasure }) => erasure),
    files: erased.flatMap(({ files }) => files),
  };
}

/** Lists a page of a provider's erased submissions, the last erased first. */
export async function listErasures(
  { db }: Deps,
  { accountId }: Provider,
  { cursor, limit = listLimits.pageSize }: Query<typeof listCall>,
): Promise<Reply<typeof listCall>> {
  const after = cursor ? decodeCursor(cursor) : undefined;
  const [found, total] = await Promise.all([
    repository.listErasures(db, accountId, { limit, after }),
    repository.countErasures(db, accountId),
  ]);
  const { rows, ...next } = toPage(found, limit, ({ erasedAt, submissionId }) => ({
    at: erasedAt,
    id: submissionId,
  }));
  return { items: rows.map(present), ...next, total };
}
