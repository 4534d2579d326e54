import type { FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { createProblem } from '#server/problem.ts';
import { hashBody } from '#server/security/secrets.ts';

/** Computes the ETag of a representation over the fields that can be changed. */
export const computeEtag = (
  { properties }: TObject,
  representation: Readonly<Record<string, unknown>>,
): string => `"${hashBody(Object.keys(properties).map((name) => representation[name]))}"`;

/** Returns the header `If-Match`; throws `preconditionRequired` where a call needs it. */
export function getIfMatch({ ifMatch }: Endpoint, { headers }: FastifyRequest): string | undefined {
  const given = headers['if-match'];
  if (given === undefined && ifMatch === 'required') throw createProblem('preconditionRequired');
  return given;
}

/** Throws `preconditionFailed` unless `If-Match` is absent, `*`, or has this ETag. */
export function assertMatches(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  // A weak tag has the prefix W/ and never matches, because a change needs an exact comparison.
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.includes(etag)) throw createProblem('preconditionFailed');
}
