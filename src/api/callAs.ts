import { call, json } from './call.ts';
import { apiError } from './errors.ts';
import type { Request, Transport } from './request.ts';
import { isAbort, type Outcome } from './send.ts';
import { userSessions } from './userSessions.ts';

const isTokenOf = (userId: string, authorization: string | undefined): boolean =>
  (['registered', 'unregistered'] as const).some((kind) => {
    const session = userSessions.live(kind);
    return session?.user.userId === userId && authorization === `Bearer ${session.accessToken}`;
  });

/** In this user's name only, where one is named: a call waits and is tried again, and somebody else may have logged in here meanwhile. */
export const asUser =
  (userId: string | undefined, transport: Transport): Transport =>
  async (headers) => {
    if (userId !== undefined && !isTokenOf(userId, headers['Authorization']))
      throw new DOMException('Somebody else is logged in', 'AbortError');
    return transport(headers);
  };

/** A call in one user's name. For somebody else it is refused as after a logout. */
export async function callJsonAs(userId: string, request: Request): Promise<Outcome> {
  try {
    return await call(request.endpoint, asUser(userId, json(request)), request.idempotencyKey);
  } catch (error) {
    if (isAbort(error)) return { error: apiError(401, undefined) };
    throw error;
  }
}
