import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCatalogue, type ErrorReason } from '#schemas/platform/errors.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { clientLimits } from '#schemas/platform/limits.ts';
import type { Problem } from '#schemas/platform/problem.ts';
import { requestLimits } from '#server/http/limits.ts';
import type { Deps } from '#server/deps.ts';
import { isRefusedValue } from '#server/db/errors.ts';
import { ProblemError, createProblem } from '#server/problem.ts';
import { drain } from './input/drain.ts';
import { getLanguage, getPageLanguage, getTexts } from '#server/texts.ts';
import { listInputFields } from './input/inputFields.ts';
import { findOutage } from './outages.ts';
import { renderLink, renderParagraph, sendPlainPage, type PlainPage } from './plainPage.ts';
import { isNavigation } from './requestKinds.ts';

const reasonsOfFastify: Readonly<Record<string, ErrorReason>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'requestTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupportedMediaType',
};

/** Returns the problem that an error is sent as; undefined for a bug. */
export function asProblem(
  error: FastifyError | ProblemError,
  request: FastifyRequest,
): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (error.validation)
    return createProblem('invalidInput', listInputFields(error.validation, getLanguage(request)));
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY')
    return createProblem('invalidInput', {
      '': getTexts(getLanguage(request))('input.error.notJson', {}),
    });
  const reason =
    reasonsOfFastify[error.code] ?? (error.statusCode === 429 ? 'tooManyRequests' : undefined);
  if (reason) return createProblem(reason);
  if (isRefusedValue(error)) return createProblem('invalidInput');
  if (error.statusCode && error.statusCode < 500) return createProblem('invalidInput');
  const outage = findOutage(error);
  return outage && createProblem(outage);
}

/** Sends a problem (RFC 9457) in the caller's language. */
function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { reason, fields, values, details }: ProblemError,
): FastifyReply {
  const { status, message } = errorCatalogue[reason];
  const body: Problem = {
    reason,
    reasonMessage: getTexts(getLanguage(request))(message, values),
    requestId: request.id,
    ...details,
    ...(typeof values.triesLeft === 'number' && values.triesLeft >= 0
      ? { triesLeft: values.triesLeft }
      : {}),
    ...(fields ? { fields } : {}),
  };
  return reply.code(status).header('cache-control', 'no-store').type('application/json').send(body);
}

/** Logs a file with a virus, because operators look for its sender. */
export function logVirus({ log }: FastifyRequest, { reason }: ProblemError): void {
  if (reason === 'virusFound') log.warn('a virus was found in a file that was sent');
}

/** After such a problem a browser can reload the page, which sends its form again. */
const retryable: ReadonlySet<ErrorReason> = new Set([
  'tooManyRequests',
  'unavailable',
  'storageFull',
  'requestTimeout',
  'unexpected',
]);

/** Sentences for a person where the other one is for programs. */
const pageMessages: Partial<Record<ErrorReason, string>> = {
  methodNotAllowed: 'problemPage.methodNotAllowed',
};

/** Describes a problem as a page without scripts. */
export function buildProblemPage(
  request: FastifyRequest,
  { reason, values }: ProblemError,
): PlainPage {
  const language = getPageLanguage(request);
  const text = getTexts(language);
  const { message } = errorCatalogue[reason];
  const isRetried = request.method === 'POST' && retryable.has(reason);
  const parts = [
    renderParagraph(text(pageMessages[reason] ?? message, values)),
    // a link would lose the answers that a reload sends
    isRetried
      ? renderParagraph(text('problemPage.retry', {}))
      : renderLink(`/?language=${language}`, text('notFound.back', {})),
  ];
  return { language, title: text('errorScreen.title', {}), html: parts.join('\n      ') };
}

/** Returns true for a browser that navigates, which gets problems as pages. */
export const wantsProblemPage = (request: FastifyRequest): boolean =>
  request.routeOptions.config.isPage === true || isNavigation(request);

/** Sends a problem as a page to a browser that navigates, and as JSON to a program. */
export const answerProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ProblemError,
): FastifyReply =>
  wantsProblemPage(request)
    ? sendPlainPage(
        reply.code(errorCatalogue[problem.reason].status),
        buildProblemPage(request, problem),
      )
    : sendProblem(request, reply, problem);

/**
 * Returns true for a path that can have no file, such as one with a backslash or a name that is too
 * long for the file system. Its answer is that of any unknown address.
 */
const isNoFile = ({ code }: FastifyError): boolean => code === 'FST_STATIC_FORBIDDEN_PATH';

const outages: ReadonlySet<ErrorReason> = new Set(['unavailable', 'storageFull']);

/**
 * Converts every error to a response: an outage to 503 or 507, a bug to 500 with nothing but its
 * request id.
 */
export function handleErrors(app: FastifyInstance, { clock }: Pick<Deps, 'clock'>): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    if (isNoFile(error)) return reply.callNotFound();
    const expected = asProblem(error, request);
    if (!expected) request.log.error({ err: error }, 'unexpected error');
    else if (isRefusedValue(error))
      request.log.warn({ err: error }, 'the database refused a value of the request');
    else if (findOutage(error) && outages.has(expected.reason) && !request.raw.destroyed)
      request.log.error({ err: error }, 'outage');
    if (!(await drain(request.raw, fileLimits.maxSizeBytes + requestLimits.envelopeBytes)))
      reply.header('connection', 'close');
    if (expected) logVirus(request, expected);
    const { nextPossibleRetry } = expected?.details ?? {};
    if (nextPossibleRetry)
      reply.header(
        'retry-after',
        Math.max(0, Math.ceil((Date.parse(nextPossibleRetry) - clock.now().getTime()) / 1_000)),
      );
    else if (expected?.reason === 'unavailable')
      reply.header('retry-after', clientLimits.retryNotReadyDelayMs / 1_000);
    return answerProblem(request, reply, expected ?? createProblem('unexpected'));
  });
}
