import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Args, ContentKind, Endpoint, Reply } from '#schemas/platform/endpoint.ts';
import { callLimits } from '#schemas/platform/limits.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { getLanguage, getTexts } from '#server/texts.ts';
import { contentTypes } from './contentTypes.ts';
import { computeEtag, getIfMatch } from './etags.ts';
import { findTextProblem } from './input/plainTexts.ts';
import { noteVisit } from './noteVisit.ts';
import { createRateLimit } from './rateLimits.ts';
import { isHead } from './requestKinds.ts';
import {
  authenticate,
  authenticateStaff,
  checkAccountScope,
  checkKeyScope,
  checkWebKeys,
  type CallerOf,
} from './session.ts';
import { toStrictQuery } from './input/validateRequests.ts';

/** Input of a handler: the validated request and its caller. */
export type RouteInput<E extends Endpoint> = Args<E> & {
  caller: CallerOf<E['session'][number]>;
  request: FastifyRequest;
  reply: FastifyReply;
} & (E extends { takesIdempotencyKey: true } ? { idempotencyKey: string | undefined } : unknown) &
  (E extends { ifMatch: string } ? { ifMatch: string | undefined } : unknown);

/** A handler sends any other response than JSON itself. */
type Answer<E extends Endpoint> = E extends { answers: Exclude<ContentKind, 'json'> }
  ? FastifyReply
  : Reply<E>;

type Handler<E extends Endpoint> = (input: RouteInput<E>) => Promise<Answer<E>>;

/**
 * Throws a more precise error for a body that the contract refuses; otherwise the contract's error
 * is sent.
 */
type ExplainBody = (body: unknown, request: FastifyRequest) => void;

/** Bodies that may take as long as the whole request. */
const uploads: ReadonlySet<ContentKind | undefined> = new Set(['multipart', 'part', 'lines']);

const providerRoot = '/provider/';
const versionPrefix = '/v2.0';
const versioned = `/api${versionPrefix}/`;
const otherVersion = /^\/v(?!2\.0\/)\d/;

/** Returns true for the calls that an open tab repeats without its user. */
const isOfEvents = ({ path }: Endpoint): boolean => path.startsWith('/v2.0/events');

/** Lists every path of a call: below /api, with and without the version. */
export function listPaths({ path }: Endpoint): string[] {
  if (path.startsWith(providerRoot)) return [path];
  if (otherVersion.test(path)) return [`/api${path}`];
  const bare = path.startsWith(`${versionPrefix}/`) ? path.slice(versionPrefix.length) : path;
  return [`/api${path}`, `/api${path === bare ? versionPrefix + bare : bare}`];
}

/** Returns the path that a request's route is registered for: without the version. */
export const toRoutedUrl = (url: string): string =>
  url.startsWith(versioned) ? `/api/${url.slice(versioned.length)}` : url;

/**
 * Returns the Idempotency-Key; throws `invalidInput` for several, which Node would join, and for an
 * empty one, which would protect no retry.
 */
function getIdempotencyKey(request: FastifyRequest): string | undefined {
  const name = 'idempotency-key';
  const key = request.headers[name];
  const sent = request.raw.rawHeaders.filter((header) => header.toLowerCase() === name);
  if (sent.length === 0) return undefined;
  if (sent.length > 1 || typeof key !== 'string' || key === '' || key.length > callLimits.keyLength)
    throw createProblem('invalidInput', {
      '/Idempotency-Key': getTexts(getLanguage(request))('input.error.idempotencyKey', {
        max: callLimits.keyLength,
      }),
    });
  return key;
}

const isStream = (body: unknown): boolean => body instanceof Readable;

/** Throws for texts that not every database stores and not every reader shows as they were sent. */
async function checkTexts(request: FastifyRequest): Promise<void> {
  const found = isStream(request.body)
    ? undefined
    : findTextProblem(request.body, getLanguage(request));
  if (found) throw found;
}

const otherCharset = /;\s*charset\s*=(?!\s*"?utf-?8"?\s*(?:;|$))/i;

/** Throws `unsupportedMediaType` for a body of another type than the call's. */
function checkMediaType({ accepts = 'json' }: Endpoint, { method, headers }: FastifyRequest): void {
  const given = headers['content-type'];
  if (given === undefined || method === 'GET' || method === 'HEAD') return;
  const type = given.split(';')[0]?.trim().toLowerCase();
  const isOtherText = accepts === 'lines' && otherCharset.test(given);
  if (type !== contentTypes[accepts] || isOtherText) throw createProblem('unsupportedMediaType');
}

/** Creates the function that runs the handler of a call with a validated request. */
function createRequestHandler<const E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  explainBody: ExplainBody | undefined,
) {
  return async function handle(request: FastifyRequest, reply: FastifyReply) {
    if (request.validationError) {
      if (request.validationError.validationContext === 'body')
        explainBody?.(request.body, request);
      throw request.validationError;
    }
    // A handler of a cacheable response sets its own header.
    reply.header('cache-control', 'no-store');
    // The schemas of the contract have validated these parts, and `onRequest` the caller.
    const input = {
      params: request.params,
      query: request.query,
      body: request.body,
      caller: request.caller,
      request,
      reply,
      ...(endpoint.takesIdempotencyKey ? { idempotencyKey: getIdempotencyKey(request) } : {}),
      ...(endpoint.ifMatch ? { ifMatch: getIfMatch(endpoint, request) } : {}),
    };
    const answer = await handler(input as unknown as RouteInput<E>);
    if (endpoint.etagOf) reply.header('etag', computeEtag(endpoint.etagOf, answer));
    return answer;
  };
}

/**
 * Binds a call of the contract to its handler. Validation and authentication come from the
 * contract.
 */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: Handler<E>,
  explainBody?: ExplainBody,
): void {
  const [address = ''] = listPaths(endpoint);
  const isWebCall = address.startsWith('/api/') && !endpoint.withoutWebKeys;
  const { params, query, body } = endpoint;

  const authenticateCaller = async (request: FastifyRequest) => {
    if (isWebCall) checkWebKeys(deps.config, request);
    request.caller =
      (await authenticateStaff(deps, request, endpoint)) ??
      (await authenticate(deps, request, endpoint.session));
    checkAccountScope(request.caller, request.params, endpoint);
    checkKeyScope(request.caller, endpoint);
    // Open tabs follow events by themselves.
    if (!isOfEvents(endpoint) && !isHead(request))
      await noteVisit(deps, request.caller, request.params);
  };
  const onRequest = [
    authenticateCaller,
    ...createRateLimit(app, deps, endpoint),
    async (request: FastifyRequest) => checkMediaType(endpoint, request),
  ];

  const options: RouteShorthandOptions = {
    schema: {
      ...(params ? { params } : {}),
      querystring: toStrictQuery(query),
      ...(body ? { body } : {}),
    },
    onRequest,
    preValidation: checkTexts,
    attachValidation: explainBody !== undefined,
    config: { isUpload: uploads.has(endpoint.accepts) },
  };

  const handle = createRequestHandler(endpoint, handler, explainBody);
  const url = toRoutedUrl(address);
  app.route({ method: endpoint.method, url, ...options, handler: handle });
}
