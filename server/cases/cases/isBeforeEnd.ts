import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';

/** Columns of a case's id, and of the instant of what its clients get. */
type CaseColumn = 'messages.caseId' | 'attachments.caseId' | 'folders.caseId' | 'tasks.caseId';
type InstantColumn =
  'messages.createdAt' | 'attachments.createdAt' | 'folders.createdAt' | 'tasks.createdAt';

/**
 * Condition of what a client may see: everything before the end of their relation to the case's
 * account (docs/behaviour/access.md#end-of-a-relation).
 */
export const isBeforeEnd = (
  userId: string | Expression<string>,
  caseId: CaseColumn,
  createdAt: InstantColumn,
): RawBuilder<SqlBool> => sql<SqlBool>`not exists (
  select 1 from "memberships" as "ended"
  inner join "cases" as "endedCase" on "endedCase"."accountId" = "ended"."accountId"
  where "ended"."userId" = ${userId}
    and "ended"."endedAt" < ${sql.ref(createdAt)}
    and "endedCase"."id" = ${sql.ref(caseId)}
)`;
