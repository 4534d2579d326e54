import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCatalogue, type ErrorReason } from '#schemas/errors.ts';
import { limits } from '#schemas/limits.ts';
import type { FormFinding } from '#schemas/findings.ts';
import type { Problem } from '#schemas/problem.ts';
import type { Deps } from '#server/deps.ts';
import { drain } from './drain.ts';
import { languageOf, textsIn } from './texts.ts';
import { inputFields } from './inputFields.ts';

/** An expected failure: it has a place in the catalogue, and the caller is told. */
export class ProblemError extends Error {
  constructor(
    readonly reason: ErrorReason,
    /** JSON pointer into the input -> sentence in the caller's language */
    readonly fields?: Record<string, string>,
    readonly values: Record<string, string | number> = {},
    readonly nextPossibleRetry?: string,
    readonly findings?: FormFinding[],
    readonly rules?: Problem['rules'],
  ) {
    super(reason);
  }
}

/** `throw problem('notFound')`. */
export const problem = (
  reason: ErrorReason,
  fields?: Record<string, string>,
  values?: Record<string, string | number>,
) => new ProblemError(reason, fields, values);

/** The same, for what will work again from that instant on. */
export const problemUntil = (reason: ErrorReason, nextPossibleRetry: string) =>
  new ProblemError(reason, undefined, {}, nextPossibleRetry);

/** A form definition that is refused, with everything the lint finds in it; `fields` names one error at each place. */
export function definitionProblem(findings: FormFinding[]) {
  const errors = findings.filter(({ severity }) => severity === 'error').reverse(); // the first at a place is told
  return new ProblemError(
    'invalidDefinition',
    Object.fromEntries(errors.map(({ pointer, message }) => [pointer, message])),
    {},
    undefined,
    findings,
  );
}

/** Answers that are refused, each place with its sentence, and with the rule where one is known. */
export const answersProblem = (
  fields: Record<string, string>,
  rules: NonNullable<Problem['rules']> = {},
) => new ProblemError('invalidAnswers', fields, {}, undefined, undefined, rules);

/** For `.catch`: an expected failure answers undefined, and any other is thrown on. */
export function undefinedOnProblem(error: unknown): undefined {
  if (!(error instanceof ProblemError)) throw error;
}

const reasonsOfFastify: Readonly<Record<string, ErrorReason>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'requestTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalidInput',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalidInput',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupportedMediaType',
  '22021': 'invalidInput', // PostgreSQL: a text with a NUL character
};

function asProblem(
  error: FastifyError | ProblemError,
  request: FastifyRequest,
): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (error.validation)
    return problem('invalidInput', inputFields(error.validation, languageOf(request)));
  const reason =
    reasonsOfFastify[error.code] ?? (error.statusCode === 429 ? 'tooManyRequests' : undefined);
  if (reason) return problem(reason);
  return error.statusCode && error.statusCode < 500 ? problem('invalidInput') : undefined;
}

/** Sends a Problem in the caller's language (decisions.md, Error body). */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { reason, fields, values, nextPossibleRetry, findings, rules }: ProblemError,
): FastifyReply {
  const { status, message } = errorCatalogue[reason];
  const body: Problem = {
    reason,
    reasonMessage: textsIn(languageOf(request))(message, values),
    requestId: request.id,
    ...(nextPossibleRetry ? { nextPossibleRetry } : {}),
    ...(fields ? { fields } : {}),
    ...(findings ? { findings } : {}),
    ...(rules ? { rules } : {}),
  };
  return reply.code(status).header('cache-control', 'no-store').type('application/json').send(body);
}

/** The one place where an error becomes an answer. A bug answers 500 and says no more than its request id. */
export function handleErrors(app: FastifyInstance, { clock }: Pick<Deps, 'clock'>): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const expected = asProblem(error, request);
    if (!expected) request.log.error({ err: error }, 'unexpected error');
    if (!(await drain(request.raw, limits.file.maxSizeBytes + limits.file.envelopeBytes)))
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
      reply.header('retry-after', limits.client.retryNotReadyDelayMs / 1_000);
    return sendProblem(request, reply, expected ?? problem('unexpected'));
  });
}
