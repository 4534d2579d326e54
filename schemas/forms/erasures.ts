import * as Type from 'typebox';
import { CountedPage, GivenLine, Id, IsoDateTime, ListQuery } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { providerLimits } from '#schemas/platform/limits.ts';

/** Trace of an erased submission, without answers, names or files. */
export const Erasure = Type.Object({
  submissionId: Id,
  formId: Id,
  submittedAt: IsoDateTime,
  erasedAt: IsoDateTime,
  reason: Type.String(),
  /** Hash of the entry in the chain of evidence; null: the submission had none. */
  evidenceHash: Type.Union([Type.String(), Type.Null()]),
});
export type Erasure = Type.Static<typeof Erasure>;

export const eraseSubmission = endpoint({
  method: 'POST',
  path: '/provider/v1/submissions/:submissionId/erase',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Erases a submission for good: its answers, files, words of the search and marks. The link ' +
    'stays answered, and the hash stays in the chain of evidence. A second call returns the ' +
    'first erasure. 409 for the submission of a task, and for one that is in a case.',
  params: Type.Object({ submissionId: Id }),
  body: Type.Object(
    { reason: GivenLine(providerLimits.maxReasonLength) },
    { additionalProperties: false },
  ),
  reply: Erasure,
  errors: ['notFound', 'conflict'],
});

export const listErasures = endpoint({
  method: 'GET',
  path: '/provider/v1/erasures',
  session: ['provider'],
  scopes: ['forms'],
  summary: 'Lists the erased submissions of the provider’s forms, the last erased first.',
  query: ListQuery,
  reply: CountedPage(Erasure),
});
