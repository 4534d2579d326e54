import * as Type from 'typebox';
import { Id } from '#schemas/platform/common.ts';
import { endpoint, officeRoles } from '#schemas/platform/endpoint.ts';
import { boardLimits } from './limits.ts';

/** Who of the staff sees a case (docs/behaviour/tasks.md#staff-of-a-case). */
export const CaseStaff = Type.Object(
  {
    /** Staff who see the case; null: all staff of the provider. */
    userIds: Type.Union([
      Type.Array(Id, { minItems: 1, maxItems: boardLimits.maxStaffOfCase, uniqueItems: true }),
      Type.Null(),
    ]),
  },
  { additionalProperties: false },
);
export type CaseStaff = Type.Static<typeof CaseStaff>;

const ofCase = {
  path: '/provider/v1/cases/:caseId/staff',
  session: ['provider'],
  scopes: ['cases'],
  params: Type.Object({ caseId: Id }),
  reply: CaseStaff,
} as const;

export const getCaseStaff = endpoint({
  ...ofCase,
  method: 'GET',
  staff: officeRoles,
  summary: 'Returns who of the provider’s staff sees a case; null: all of them.',
  errors: ['notFound'],
});

export const setCaseStaff = endpoint({
  ...ofCase,
  method: 'PUT',
  summary:
    'Limits a case to some of the provider’s staff, administrators included, or opens it to all ' +
    'of them with null. Others see none of its cards and answers, and get no mail about them; ' +
    'tasks that are assigned to them become unassigned. API keys see every case.',
  body: CaseStaff,
  errors: ['notFound', 'invalidInput'],
});
