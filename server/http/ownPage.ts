import type { FastifyRequest } from 'fastify';
import { createProblem } from '#server/problem.ts';

/**
 * Throws `foreignPost` for a page that another site has posted. Browsers send no usable Origin,
 * because of our referrer policy.
 */
export function assertOwnPage({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (![undefined, 'same-origin', 'none'].includes(headers['sec-fetch-site']))
    throw createProblem('foreignPost');
}
