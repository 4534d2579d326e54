import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Args, ContentKind, Endpoint, Reply } from '#schemas/platform/endpoint.ts';
import { requestLimits } from '#server/http/limits.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { describeOperation } from './openapi.ts';
import { authenticate, checkAccountScope, checkWebKeys, type CallerOf } from './session.ts';

/** Input of a handler: the validated request and its caller. */
export type RouteInput<E extends Endpoint> = Args<E> & {
  caller: CallerOf<E['session'][number]>;
  /**
   * Sent once per user action: a retry must get the first response
   * (docs/decisions/platform/0033-how-is-a-call-made-idempotent.md).
   */
  idempotencyKey: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** A handler sends any other response than JSON itself. */
type Answer<E extends Endpoint> = E extends { answers: Exclude<ContentKind, 'json'> }
  ? FastifyReply
  : Reply<E>;

const providerRoot = '/provider/';
const versionPrefix = '/v2.0';
const otherVersion = /^\/v(?!2\.0\/)\d/;

/** Lists every path of a call: below /api, with and without the version. */
export function listPaths({ path }: Endpoint): string[] {
  if (path.startsWith(providerRoot)) return [path];
  if (otherVersion.test(path)) return [`/api${path}`];
  const bare = path.startsWith(`${versionPrefix}/`) ? path.slice(versionPrefix.length) : path;
  return [`/api${path}`, `/api${path === bare ? versionPrefix + bare : bare}`];
}

function getIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length > requestLimits.maxKeyLength) throw problem('invalidInput');
  return key;
}

/** Counts all paths of a call together for its rate limit; null for a call without a limit. */
function getRateLimit(
  app: FastifyInstance,
  { mode }: Config,
  { errors, callsPerMinute = requestLimits.perMinute }: Endpoint,
) {
  return errors?.includes('tooManyRequests')
    ? [app.rateLimit({ max: mode === 'demo' ? requestLimits.demoPerMinute : callsPerMinute })]
    : [];
}

/**
 * Binds a call of the contract to its handler. Validation, authentication and API description come
 * from the contract.
 */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: (input: RouteInput<E>) => Promise<Answer<E>>,
  /**
   * Throws a more precise error for a body that the contract refuses; otherwise the contract's
   * error is sent.
   */
  explainBody?: (body: unknown, request: FastifyRequest) => void,
): void {
  const [address = '', alias] = listPaths(endpoint);
  const isWebCall = address.startsWith('/api/') && !endpoint.withoutKeys;
  const { params, query, body } = endpoint;

  const knowCaller = async (request: FastifyRequest) => {
    if (isWebCall) checkWebKeys(deps.config, request);
    request.caller = await authenticate(deps, request, endpoint.session);
    checkAccountScope(request.caller, request.params);
  };
  const onRequest = [knowCaller, ...getRateLimit(app, deps.config, endpoint)];

  const options = (hide: boolean): RouteShorthandOptions => ({
    schema: {
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      ...describeOperation(endpoint),
      hide,
    },
    onRequest,
    attachValidation: explainBody !== undefined,
    // Our own HEAD calls are described; Fastify's automatic HEAD route of each GET is not.
    config: { swagger: { exposeHeadRoute: endpoint.method === 'HEAD' } },
  });

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    if (request.validationError) {
      if (request.validationError.validationContext === 'body')
        explainBody?.(request.body, request);
      throw request.validationError;
    }
    // A handler of a cacheable response sets its own header.
    reply.header('cache-control', 'no-store');
    // The schemas above have validated these parts, and `onRequest` the caller.
    const input = {
      params: request.params,
      query: request.query,
      body: request.body,
      caller: request.caller,
      request,
      reply,
      idempotencyKey: getIdempotencyKey(request),
    };
    return handler(input as unknown as RouteInput<E>);
  }

  app.route({ method: endpoint.method, url: address, ...options(false), handler: handle });
  if (alias) app.route({ method: endpoint.method, url: alias, ...options(true), handler: handle });
}
