import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCatalogue, type ErrorReason } from '#schemas/platform/errors.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { clientLimits } from '#schemas/platform/limits.ts';
import type { Problem } from '#schemas/platform/problem.ts';
import { requestLimits } from '#server/http/limits.ts';
import type { Deps } from '#server/deps.ts';
import { ProblemError, problem } from '#server/problem.ts';
import { drain } from './drain.ts';
import { getLanguage, getTexts } from '#server/texts.ts';
import { inputFields } from './inputFields.ts';
import { findOutage } from './outages.ts';

const reasonsOfFastify: Readonly<Record<string, ErrorReason>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'requestTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalidInput',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupportedMediaType',
  '22021': 'invalidInput', // PostgreSQL: a text with a NUL character
};

function asProblem(
  error: FastifyError | ProblemError,
  request: FastifyRequest,
): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (error.validation)
    return problem('invalidInput', inputFields(error.validation, getLanguage(request)));
  const reason =
    reasonsOfFastify[error.code] ?? (error.statusCode === 429 ? 'tooManyRequests' : undefined);
  if (reason) return problem(reason);
  if (error.statusCode && error.statusCode < 500) return problem('invalidInput');
  const outage = findOutage(error);
  return outage && problem(outage);
}

/** Sends a problem (RFC 9457) in the caller's language. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { reason, fields, values, nextPossibleRetry, findings, rules }: ProblemError,
): FastifyReply {
  const { status, message } = errorCatalogue[reason];
  const body: Problem = {
    reason,
    reasonMessage: getTexts(getLanguage(request))(message, values),
    requestId: request.id,
    ...(nextPossibleRetry ? { nextPossibleRetry } : {}),
    ...(fields ? { fields } : {}),
    ...(findings ? { findings } : {}),
    ...(rules ? { rules } : {}),
  };
  return reply.code(status).header('cache-control', 'no-store').type('application/json').send(body);
}

const outages: ReadonlySet<ErrorReason> = new Set(['unavailable', 'storageFull']);

/**
 * Converts every error to a response: an outage to 503 or 507, a bug to 500 with nothing but its
 * request id.
 */
export function handleErrors(app: FastifyInstance, { clock }: Pick<Deps, 'clock'>): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const expected = asProblem(error, request);
    if (!expected) request.log.error({ err: error }, 'unexpected error');
    else if (findOutage(error) && outages.has(expected.reason) && !request.raw.destroyed)
      request.log.error({ err: error }, 'outage');
    if (!(await drain(request.raw, fileLimits.maxSizeBytes + requestLimits.envelopeBytes)))
      reply.header('connection', 'close');
    if (expected?.reason === 'virusFound')
      request.log.warn('a virus was found in a file that was sent');
    if (expected?.nextPossibleRetry)
      reply.header(
        'retry-after',
        Math.max(
          0,
          Math.ceil((Date.parse(expected.nextPossibleRetry) - clock.now().getTime()) / 1_000),
        ),
      );
    else if (expected?.reason === 'unavailable')
      reply.header('retry-after', clientLimits.retryNotReadyDelayMs / 1_000);
    return sendProblem(request, reply, expected ?? problem('unexpected'));
  });
}
