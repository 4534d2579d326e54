import * as Type from 'typebox';
import { CountedPage, GivenLine, Id, IsoDateTime, ListQuery } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { providerLimits } from '#schemas/platform/limits.ts';

/** Trace of an erased client, without a name or an address. */
export const ClientErasure = Type.Object({
  userId: Id,
  erasedAt: IsoDateTime,
  reason: Type.String(),
  /** Cases that were erased with the client. */
  caseCount: Type.Integer({ minimum: 0 }),
  /** Submissions in these cases. */
  submissionCount: Type.Integer({ minimum: 0 }),
});
export type ClientErasure = Type.Static<typeof ClientErasure>;

export const eraseClient = endpoint({
  method: 'POST',
  path: '/provider/v1/users/:userId/erase',
  session: ['provider'],
  scopes: ['people'],
  summary:
    'Erases a client for good: the person, the login unless another provider’s account needs it, ' +
    'and each case that no other client has, with messages, files, tasks and submissions. Cases ' +
    'with other clients stay with what was exchanged. Hashes stay in the chain of evidence. A ' +
    'second call returns the first erasure. The key needs the scopes people, cases and forms. 409 ' +
    'while the relation has not ended, and for staff.',
  params: Type.Object({ userId: Id }),
  body: Type.Object(
    { reason: GivenLine(providerLimits.maxReasonLength) },
    { additionalProperties: false },
  ),
  reply: ClientErasure,
  errors: ['notFound', 'conflict', 'isStaff', 'keyScopeMissing'],
});

export const listClientErasures = endpoint({
  method: 'GET',
  path: '/provider/v1/erasedUsers',
  session: ['provider'],
  scopes: ['people'],
  summary: 'Lists the erased clients of the provider, the last erased first.',
  query: ListQuery,
  reply: CountedPage(ClientErasure),
});
