import { call, json } from './call.ts';
import { toApiError } from './errors.ts';
import type { Request, Transport } from './request.ts';
import { isAbort, type Outcome } from './sendWithRetries.ts';
import { userSessions } from './userSessions.ts';

const isTokenOf = (userId: string, authorization: string | undefined): boolean =>
  (['registered', 'unregistered'] as const).some((kind) => {
    const session = userSessions.live(kind);
    return session?.user.userId === userId && authorization === `Bearer ${session.accessToken}`;
  });

/** Runs a call only while this user is logged in: it may be queued or retried across a login. */
export const asUser =
  (userId: string | undefined, transport: Transport): Transport =>
  async (headers) => {
    if (userId !== undefined && !isTokenOf(userId, headers['Authorization']))
      throw new DOMException('Somebody else is logged in', 'AbortError');
    return transport(headers);
  };

/** Sends a call for one user. For another user it fails like after a logout. */
export async function callJsonAs(userId: string, request: Request): Promise<Outcome> {
  try {
    return await call(request.endpoint, asUser(userId, json(request)), request.idempotencyKey);
  } catch (error) {
    if (isAbort(error)) return { error: toApiError(401, undefined) };
    throw error;
  }
}
