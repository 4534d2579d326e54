import type { EventType } from '#schemas/events/events.ts';
import type { ProgramEventData, ProgramEventType } from '#schemas/events/programEvents.ts';
import type { Db, StoredTask } from '#server/db/schema.ts';
import * as cases from '#server/cases/cases/service.ts';
import type { QueueEvent } from '#server/events/service.ts';
import { queueBoardEvents } from '#server/accounts/staff/service.ts';

/** Queues events for the case's clients and the board's staff. */
export async function queueTaskEvents(
  db: Db,
  queueEvent: QueueEvent,
  { accountId, caseId, workflowKey }: StoredTask,
  type: EventType,
): Promise<void> {
  queueEvent(await cases.listClientIds(db, caseId), {
    type,
    accountId,
    akteIdHash: caseId,
    folderId: null,
    messageId: null,
    workflowId: workflowKey,
  });
  await queueBoardEvents(db, queueEvent, { accountId, caseId, workflowKey });
}

/** Queues an event for the account's programs. */
export const queueProgramEvent = (
  queueEvent: QueueEvent,
  { accountId, caseId, workflowKey }: StoredTask,
  type: ProgramEventType,
  data: ProgramEventData = {},
): void =>
  queueEvent.forPrograms(accountId, { type, data: { caseId, workflowId: workflowKey, ...data } });
