import { replaceCaseStaff } from '#server/accounts/staff/service.ts';
import { removeMessages } from '#server/cases/search/service.ts';
import type { Db } from '#server/db/schema.ts';
import { deleteUnattached, type DeletedFile } from '#server/files/files/service.ts';
import { deleteNewsOfCase } from '#server/mail/notifications/service.ts';
import * as repository from './repository.ts';

export type { CaseOfClient } from './repository.ts';
export const { listCasesOfClient, removeFromCases } = repository;

/**
 * Erases a locked case: messages, files, folders, history, and the words that find them. Call it
 * after its tasks are deleted. Returns the files whose bytes are still to be removed.
 */
export async function eraseCase(db: Db, caseId: string): Promise<DeletedFile[]> {
  await removeMessages(db, caseId);
  await deleteNewsOfCase(db, caseId);
  await replaceCaseStaff(db, caseId, []);
  const fileIds = await repository.deleteAttachments(db, caseId);
  await repository.deleteCase(db, caseId);
  return deleteUnattached(db, fileIds);
}
