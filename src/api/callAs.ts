import { call, json } from './call.ts';
import { apiError } from './errors.ts';
import type { Request } from './request.ts';
import { isAbort, type Outcome } from './send.ts';
import { userSessions } from './userSessions.ts';

const isTokenOf = (userId: string, authorization: string | undefined): boolean => (['registered', 'unregistered'] as const).some((kind) => {
  const session = userSessions.live(kind);
  return session?.user.userId === userId && authorization === `Bearer ${session.accessToken}`;
});

/** A call in one user's name only: it waits and is tried again, and somebody else may have logged in here meanwhile. For them it is refused as after a logout. */
export async function callJsonAs(userId: string, request: Request): Promise<Outcome> {
  try {
    return await call(request.endpoint, async (headers) => {
      if (!isTokenOf(userId, headers['Authorization'])) throw new DOMException('Somebody else is logged in', 'AbortError');
      return json(request)(headers);
    }, request.idempotencyKey);
  } catch (error) {
    if (isAbort(error)) return { error: apiError(401, undefined) };
    throw error;
  }
}
