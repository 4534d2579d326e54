import type { TaskStatus } from '#schemas/tasks/tasks.ts';
import type { LocalizedText } from '#schemas/platform/common.ts';
import type { Instant, Json, Parsed } from './columns.ts';

/** A form for the clients of a case. Its workflow is created with it. */
export type TaskRow = {
  workflowKey: string;
  accountId: string;
  caseId: string;
  /** the form's title at assignment, or the provider's name for it */
  name: Json;
  /** 0 to 7 */
  status: TaskStatus;
  assigneeId: string | null;
  /** deadline */
  validUntil: Instant | null;
  reminderHours: number | null;
  /** when to remind clients; null: never, or already sent */
  remindAt: Instant | null;
  /** when a client first opened the form */
  openedAt: Instant | null;
  answeredAt: Instant | null;
  answeredBy: string | null;
  closedAt: Instant | null;
  closedBy: 'deadline' | 'provider' | null;
  idempotencyKey: string | null;
  bodyHash: string;
  /** in the provider's own software */
  externalId: string | null;
  createdAt: Instant;
};

export type StoredTask = Parsed<TaskRow, { name: LocalizedText }>;
