import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { listEvents, streamEvents as streamEventsCall } from '#schemas/events/events.ts';
import { eventLimits } from '#schemas/events/limits.ts';
import { listProgramEvents } from '#schemas/events/programEvents.ts';
import { secondMs } from '#schemas/platform/time.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { route } from '#server/http/route.ts';
import { authenticate } from '#server/http/session.ts';
import { programStreamLimits, streamLimits } from '#server/events/limits.ts';
import { createOpenStreams } from './openStreams.ts';
import { waitForProgramEvents } from './programEvents.ts';
import { listEventsAfter } from './service.ts';
import { streamEvents } from './stream.ts';

const parseLastEventId = (header: string | string[] | undefined): number | undefined =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;

/** Opens a connection until the response ends. Throws `tooManyRequests` if there are too many. */
function openConnection(
  streams: ReturnType<typeof createOpenStreams>,
  ownerId: string,
  reply: FastifyReply,
) {
  const own = streams.open(ownerId);
  if (!own) {
    reply.header('retry-after', eventLimits.refusedMs / secondMs);
    throw createProblem('tooManyRequests');
  }
  reply.raw.once('close', own.close);
  return own;
}

export function registerEventRoutes(app: FastifyInstance, deps: Deps): void {
  const streams = createOpenStreams(streamLimits.streamsPerUser);
  const waits = createOpenStreams(programStreamLimits.waitsPerAccount);
  app.addHook('preClose', async () => {
    streams.endAll();
    waits.endAll();
  });

  route(app, deps, streamEventsCall, async ({ caller, request, reply }) => {
    const own = openConnection(streams, caller.userId, reply);
    const stream = Readable.from(
      streamEvents(deps, {
        userId: caller.userId,
        accountIds: caller.accountIds,
        after: parseLastEventId(request.headers['last-event-id']),
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

  route(app, deps, listEvents, async ({ caller, query }) => {
    const { events, lastId, isReset } = await listEventsAfter(deps, caller, query.after);
    return { events, lastId, isReset };
  });

  route(app, deps, listProgramEvents, async ({ caller, query, reply }) => {
    const { bell, isOpen } = openConnection(waits, caller.accountId, reply);
    const { after = 0, limit = programStreamLimits.usualPageSize, wait = 0 } = query;
    return waitForProgramEvents(deps, caller.accountId, {
      after,
      limit,
      waitMs: wait * secondMs,
      bell,
      isOpen,
    });
  });
}
