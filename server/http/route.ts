import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Args, Endpoint, Reply } from '#schemas/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { describeOperation } from './openapi.ts';
import { authenticate, checkWebKeys, type CallerOf } from './session.ts';

/** What a handler gets: the checked input and who calls. */
export type RouteInput<E extends Endpoint> = Args<E> & {
  caller: CallerOf<E['session'][number]>;
  /** Made once per user action: a repeat must answer the first result (decisions.md, Repeated sends). */
  idempotencyKey: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Answer<E extends Endpoint> = E extends { answers: 'stream' } ? FastifyReply : Reply<E>;

const providerRoot = '/provider/';
const versionPrefix = '/v2.0';
const maxIdempotencyKeyLength = 100;

/** Every address a call has: below /api, and with and without the version (decisions.md, Base path). */
export function addressesOf({ path }: Endpoint): string[] {
  if (path.startsWith(providerRoot)) return [path];
  const bare = path.startsWith(`${versionPrefix}/`) ? path.slice(versionPrefix.length) : path;
  return [`/api${path}`, `/api${path === bare ? versionPrefix + bare : bare}`];
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && key.length > 0 ? key.slice(0, maxIdempotencyKeyLength) : undefined;
}

/** Binds a call of the contract to its handler: validation, session check and API description come from the contract. */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: (input: RouteInput<E>) => Promise<Answer<E>>,
): void {
  const [address = '', alias] = addressesOf(endpoint);
  const isWebCall = address.startsWith('/api/') && !endpoint.withoutKeys;
  const { params, query, body } = endpoint;

  const options = (hide: boolean): RouteShorthandOptions => ({
    schema: {
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      ...describeOperation(endpoint),
      hide,
    },
    config: { rateLimit: endpoint.errors?.includes('tooManyRequests') ? { max: deps.config.mode === 'demo' ? 1_000 : 60 } : false },
    onRequest: async (request) => {
      if (isWebCall) checkWebKeys(deps.config, request);
      request.caller = await authenticate(deps, request, endpoint.session);
    },
  });

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    // The schemas above have checked exactly these parts, and `onRequest` the caller.
    const input = { params: request.params, query: request.query, body: request.body, caller: request.caller, request, reply };
    return handler({ ...input, idempotencyKey: idempotencyKeyOf(request) } as unknown as RouteInput<E>);
  }

  app.route({ method: endpoint.method, url: address, ...options(false), handler: handle });
  if (alias) app.route({ method: endpoint.method, url: alias, ...options(true), handler: handle });
}
