import type { EventType } from '#schemas/events.ts';
import type { Db, TaskRow } from '#server/db/schema.ts';
import * as cases from '#server/modules/cases/service.ts';
import type { Tell } from '#server/modules/events/service.ts';
import { tellStaff } from '#server/modules/staff/service.ts';

/** Notes for the case's clients, and for who works at the board, that something about a task has changed. */
export async function tellClients(
  db: Db,
  tell: Tell,
  { accountId, caseId, workflowKey }: TaskRow,
  type: EventType,
): Promise<void> {
  tell(await cases.listClientIds(db, caseId), {
    type,
    accountId,
    akteIdHash: caseId,
    folderId: null,
    messageId: null,
    workflowId: workflowKey,
  });
  await tellStaff(db, tell, { accountId, caseId, workflowKey });
}
