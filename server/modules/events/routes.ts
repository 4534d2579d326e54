import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { listEvents, streamEvents as streamEventsCall } from '#schemas/events.ts';
import { limits } from '#schemas/limits.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { authenticate } from '#server/http/session.ts';
import { eventsAfter } from './service.ts';
import { createBell, streamEvents, type Bell } from './stream.ts';

const lastEventId = (header: string | string[] | undefined): number | undefined =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;

export function registerEventRoutes(app: FastifyInstance, deps: Deps): void {
  /** Of each open stream its user. */
  const bells = new Map<Bell, string>();
  let isOpen = true;
  app.addHook('preClose', async () => {
    isOpen = false;
    for (const bell of bells.keys()) bell.ring();
  });

  route(app, deps, streamEventsCall, async ({ caller, request, reply }) => {
    if ([...bells.values()].filter((userId) => userId === caller.userId).length >= limits.event.streamsPerUser) {
      reply.header('retry-after', limits.event.refusedMs / 1_000);
      throw problem('tooManyRequests');
    }
    const bell = createBell();
    bells.set(bell, caller.userId);
    reply.raw.once('close', () => {
      bells.delete(bell);
      bell.ring();
    });
    const stream = Readable.from(streamEvents(deps, {
      userId: caller.userId, accountIds: caller.accountIds, after: lastEventId(request.headers['last-event-id']), bell, isOpen: () => isOpen && bells.has(bell),
      accountsNow: () => authenticate(deps, request, [caller.kind]).then((now) => ('accountIds' in now ? now.accountIds : undefined), () => undefined),
    }), { objectMode: true });
    // Nothing follows on this connection: a server that stops need not wait whether something does.
    return reply.type('text/event-stream').header('x-accel-buffering', 'no').header('connection', 'close').send(stream);
  });

  route(app, deps, listEvents, async ({ caller, query }) => eventsAfter(deps, caller, query.after));
}
