import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Args, ContentKind, Endpoint, Reply } from '#schemas/endpoint.ts';
import { limits } from '#schemas/limits.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from './errors.ts';
import { describeOperation } from './openapi.ts';
import { authenticate, checkAccountScope, checkWebKeys, type CallerOf } from './session.ts';

/** What a handler gets: the checked input and who calls. */
export type RouteInput<E extends Endpoint> = Args<E> & {
  caller: CallerOf<E['session'][number]>;
  /** Made once per user action: a repeat must answer the first result (decisions.md, Repeated sends). */
  idempotencyKey: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** What is not plain JSON is sent as it is, by the handler. */
type Answer<E extends Endpoint> = E extends { answers: Exclude<ContentKind, 'json'> }
  ? FastifyReply
  : Reply<E>;

const providerRoot = '/provider/';
const versionPrefix = '/v2.0';
const otherVersion = /^\/v(?!2\.0\/)\d/;

/** Every address a call has: below /api, and with and without the version (decisions.md, Base path). */
export function addressesOf({ path }: Endpoint): string[] {
  if (path.startsWith(providerRoot)) return [path];
  if (otherVersion.test(path)) return [`/api${path}`];
  const bare = path.startsWith(`${versionPrefix}/`) ? path.slice(versionPrefix.length) : path;
  return [`/api${path}`, `/api${path === bare ? versionPrefix + bare : bare}`];
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length > limits.calls.maxKeyLength) throw problem('invalidInput');
  return key;
}

/** One counter for all addresses of a call; none where it may be asked without end. */
function rateLimitOf(
  app: FastifyInstance,
  { mode }: Config,
  { errors, callsPerMinute = limits.calls.perMinute }: Endpoint,
) {
  return errors?.includes('tooManyRequests')
    ? [app.rateLimit({ max: mode === 'demo' ? limits.calls.demoPerMinute : callsPerMinute })]
    : [];
}

/** Binds a call of the contract to its handler: validation, session check and API description come from the contract. */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: (input: RouteInput<E>) => Promise<Answer<E>>,
  /** Says more about a body that the contract refuses, by throwing; else the contract's own refusal stands. */
  explainBody?: (body: unknown, request: FastifyRequest) => void,
): void {
  const [address = '', alias] = addressesOf(endpoint);
  const isWebCall = address.startsWith('/api/') && !endpoint.withoutKeys;
  const { params, query, body } = endpoint;

  const knowCaller = async (request: FastifyRequest) => {
    if (isWebCall) checkWebKeys(deps.config, request);
    request.caller = await authenticate(deps, request, endpoint.session);
    checkAccountScope(request.caller, request.params);
  };
  const onRequest = [knowCaller, ...rateLimitOf(app, deps.config, endpoint)];

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
    // A HEAD call of our own is described like all others; the echo every GET has says nothing new.
    config: { swagger: { exposeHeadRoute: endpoint.method === 'HEAD' } },
  });

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    if (request.validationError) {
      if (request.validationError.validationContext === 'body')
        explainBody?.(request.body, request);
      throw request.validationError;
    }
    reply.header('cache-control', 'no-store'); // a handler that answers for everyone says so itself
    // The schemas above have checked exactly these parts, and `onRequest` the caller.
    const input = {
      params: request.params,
      query: request.query,
      body: request.body,
      caller: request.caller,
      request,
      reply,
    };
    return handler({
      ...input,
      idempotencyKey: idempotencyKeyOf(request),
    } as unknown as RouteInput<E>);
  }

  app.route({ method: endpoint.method, url: address, ...options(false), handler: handle });
  if (alias) app.route({ method: endpoint.method, url: alias, ...options(true), handler: handle });
}
