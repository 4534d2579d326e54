import * as Type from 'typebox';
import { CaseParams } from './cases.ts';
import { GivenLine, Id } from '#schemas/platform/common.ts';
import { endpoint, officeRoles } from '#schemas/platform/endpoint.ts';
import { caseHistoryLimits } from '#schemas/cases/limits.ts';

/** A state within a phase (docs/behaviour/cases.md#case-history). */
export const CaseState = Type.Object({
  statusText: GivenLine(caseHistoryLimits.maxStatusLength),
  isInProgress: Type.Boolean(),
  /** Day of the state; null without one. */
  date: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
});
export type CaseState = Type.Static<typeof CaseState>;

/** A phase of a case; empty states mean that it has not begun. */
export const StateGroup = Type.Object({
  name: GivenLine(caseHistoryLimits.maxNameLength),
  states: Type.Array(CaseState),
});
export type StateGroup = Type.Static<typeof StateGroup>;

/** Progress of a case by phase; empty when the provider has set none. */
export const CaseHistory = Type.Object({ stateGroups: Type.Array(StateGroup) });
export type CaseHistory = Type.Static<typeof CaseHistory>;

export const getCaseHistory = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/:akte/esyaktehistory',
  session: ['registered', 'unregistered'],
  summary: 'Returns the progress of an esy case. 404 for other cases too.',
  params: CaseParams,
  reply: CaseHistory,
  errors: ['notFound'],
});

const CaseStateInput = Type.Object(
  {
    statusText: CaseState.properties.statusText,
    isInProgress: Type.Optional(Type.Boolean({ default: false })),
    date: Type.Optional(CaseState.properties.date),
  },
  { additionalProperties: false },
);
export const CaseHistoryInput = Type.Object(
  {
    stateGroups: Type.Array(
      Type.Object(
        {
          name: StateGroup.properties.name,
          states: Type.Optional(
            Type.Array(CaseStateInput, { maxItems: caseHistoryLimits.maxStates }),
          ),
        },
        { additionalProperties: false },
      ),
      { maxItems: caseHistoryLimits.maxGroups },
    ),
  },
  { additionalProperties: false },
);
export type CaseHistoryInput = Type.Static<typeof CaseHistoryInput>;

const ProviderCaseParams = Type.Object({ caseId: Id });

export const getProviderCaseHistory = endpoint({
  method: 'GET',
  path: '/provider/v1/cases/:caseId/history',
  session: ['provider'],
  scopes: ['cases'],
  staff: officeRoles,
  summary: 'Returns the progress of a case as clients see it.',
  params: ProviderCaseParams,
  reply: CaseHistory,
  errors: ['notFound'],
  etagOf: CaseHistory,
});

export const putCaseHistory = endpoint({
  method: 'PUT',
  path: '/provider/v1/cases/:caseId/history',
  session: ['provider'],
  scopes: ['cases'],
  staff: officeRoles,
  summary:
    'Replaces the progress of a case. Its clients see it at once while the case is marked ' +
    'isEsyAkte.',
  params: ProviderCaseParams,
  body: CaseHistoryInput,
  reply: CaseHistory,
  errors: ['notFound', 'invalidInput'],
  etagOf: CaseHistory,
  ifMatch: 'optional',
});
