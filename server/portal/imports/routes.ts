import { PassThrough, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCatalogue } from '#schemas/platform/errors.ts';
import { importRecords } from '#schemas/portal/imports.ts';
import type { Deps } from '#server/deps.ts';
import { contentTypes } from '#server/http/contentTypes.ts';
import { asProblem } from '#server/http/errors.ts';
import { findOutage } from '#server/http/outages.ts';
import { route } from '#server/http/route.ts';
import { importServiceLimits } from '#server/portal/limits.ts';
import { createProblem, createProblemUntil } from '#server/problem.ts';
import { getLanguage, getTexts } from '#server/texts.ts';
import { writeReport } from './report.ts';
import { getIdleMs, importLines, type DescribeFailure } from './service.ts';

/** Describes the failure of a line as the error of a single call. A bug is logged. */
const createDescription =
  (request: FastifyRequest): DescribeFailure =>
  (failure) => {
    const error = failure instanceof Error ? failure : new Error(String(failure));
    const outage = findOutage(error);
    const expected = asProblem(error as Parameters<typeof asProblem>[0], request);
    if (!expected || outage) request.log.error({ err: error }, 'a line of an import failed');
    const { reason, fields, values } = expected ?? createProblem('unexpected');
    const reasonMessage = getTexts(getLanguage(request))(errorCatalogue[reason].message, values);
    return {
      shown: { reason, reasonMessage, ...(fields ? { fields } : {}) },
      isOutage: outage !== undefined,
    };
  };

/** Closes the connection after the response to a request that has not arrived completely. */
function closeIncomplete({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('finish', () => {
    if (raw.complete === false) raw.socket.destroySoon();
  });
}

const createBusyProblem = ({ clock }: Pick<Deps, 'clock'>) =>
  createProblemUntil(
    'tooManyRequests',
    new Date(clock.now().getTime() + importServiceLimits.retryMs).toISOString(),
  );

export function registerImportRoutes(app: FastifyInstance, deps: Deps): void {
  /** Accounts whose import is running in this process, because each needs memory for its report. */
  const busy = new Set<string>();
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  route(app, deps, importRecords, async ({ caller, query, request, reply }) => {
    const { accountId, scopes } = caller;
    if (busy.has(accountId)) throw createBusyProblem(deps);
    busy.add(accountId);
    const body = request.body instanceof Readable ? request.body : Readable.from([]);
    const lines = importLines(
      deps,
      { accountId, scopes, language: getLanguage(request), isSilent: query.notify !== true },
      { stream: body, stopping: stopping.signal },
      createDescription(request),
    );
    const report = new PassThrough({ highWaterMark: importServiceLimits.bufferedBytes });
    closeIncomplete(request, reply);
    const { unreadBytes } = importServiceLimits;
    void writeReport(report, lines, body, { unreadBytes, idleMs: getIdleMs(deps) })
      // A cut connection shows that the report is not complete.
      .catch((error: unknown) => report.destroy(error instanceof Error ? error : undefined))
      .finally(() => busy.delete(accountId));
    return reply.type(contentTypes.lines).send(report);
  });
}
