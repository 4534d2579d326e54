import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { listEvents, streamEvents as streamEventsCall } from '#schemas/platform/events.ts';
import { eventLimits } from '#schemas/platform/limits.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { route } from '#server/http/route.ts';
import { authenticate } from '#server/http/session.ts';
import { createOpenStreams } from './openStreams.ts';
import { listEventsAfter } from './service.ts';
import { streamEvents } from './stream.ts';

const lastEventId = (header: string | string[] | undefined): number | undefined =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;

export function registerEventRoutes(app: FastifyInstance, deps: Deps): void {
  const streams = createOpenStreams();
  app.addHook('preClose', async () => streams.endAll());

  route(app, deps, streamEventsCall, async ({ caller, request, reply }) => {
    const own = streams.open(caller.userId);
    if (!own) {
      reply.header('retry-after', eventLimits.refusedMs / 1_000);
      throw problem('tooManyRequests');
    }
    reply.raw.once('close', own.close);
    const stream = Readable.from(
      streamEvents(deps, {
        userId: caller.userId,
        accountIds: caller.accountIds,
        after: lastEventId(request.headers['last-event-id']),
        bell: own.bell,
        isOpen: own.isOpen,
        accountsNow: () =>
          authenticate(deps, request, [caller.kind]).then(
            (now) => ('accountIds' in now ? now.accountIds : undefined),
            () => undefined,
          ),
      }),
      { objectMode: true },
    );
    // Closes the connection after the response, so that a stopping server does not wait for it.
    return reply
      .type('text/event-stream')
      .header('x-accel-buffering', 'no')
      .header('connection', 'close')
      .send(stream);
  });

  route(app, deps, listEvents, async ({ caller, query }) =>
    listEventsAfter(deps, caller, query.after),
  );
}
