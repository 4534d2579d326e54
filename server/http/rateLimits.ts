import rateLimit, { type FastifyRateLimitStore, type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import type { Config } from '#server/config.ts';
import { createBatch } from '#server/db/batch.ts';
import { isSqlite } from '#server/db/dialect.ts';
import type { Deps } from '#server/deps.ts';
import { requestLimits } from '#server/http/limits.ts';
import { countCalls } from '#server/security/attemptCounters.ts';

/** Counts the calls of one kind per address or API key. */
type LimiterOptions = { max: number; name: string; isShared: boolean } & Pick<
  RateLimitOptions,
  'keyGenerator'
>;
type Count = Parameters<Parameters<FastifyRateLimitStore['incr']>[1]>[1];

const maxSubjects = 5_000; // per kind of call

/** Counts in this process. A clock that was set back would keep a window open, so it uses none. */
function createLocalStore(): FastifyRateLimitStore {
  // Bounded by size, because `max` would reserve memory for every kind of call.
  const windows = new LRUCache<string, { current: number; endsAt: number }>({
    maxSize: maxSubjects,
    sizeCalculation: () => 1,
  });
  return {
    incr(key, callback, timeWindow) {
      const now = performance.now();
      const known = windows.get(key);
      const window = known && known.endsAt > now ? known : { current: 0, endsAt: now + timeWindow };
      window.current += 1;
      windows.set(key, window);
      callback(null, { current: window.current, ttl: window.endsAt - now });
    },
    child: createLocalStore,
  };
}

/** Counts in the database, for all processes. Concurrent calls share a statement. */
function createSharedStore(deps: Deps, name: string): FastifyRateLimitStore {
  const count = createBatch<string, NonNullable<Count>>(
    requestLimits.countedAtOnce,
    async (_, subjects) =>
      (await countCalls(deps, subjects, requestLimits.windowMinutes)).map(({ count, endsAt }) => ({
        status: 'fulfilled',
        value: {
          current: count,
          ttl: Math.max(0, Date.parse(endsAt) - deps.clock.now().getTime()),
        },
      })),
  );
  return {
    incr: (key, callback) =>
      void count(deps.db, `calls:${name}:${key}`).then(
        (counted) => callback(null, counted),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      ),
    child: () => createSharedStore(deps, name),
  };
}

/** Registers the limiter. Each call gets its own store, by the options of its limit. */
export async function registerRateLimits(app: FastifyInstance, deps: Deps): Promise<void> {
  const stores = new Map<string, FastifyRateLimitStore>();
  class Store {
    incr(): void {
      throw new Error('Each call has its own limit');
    }
    child(options: object): FastifyRateLimitStore {
      const { name, isShared } = options as LimiterOptions;
      const store =
        stores.get(name) ??
        (isShared && !isSqlite(deps.db) ? createSharedStore(deps, name) : createLocalStore());
      stores.set(name, store);
      return store;
    }
  }
  await app.register(rateLimit, { global: false, timeWindow: minuteMs, store: Store });
}

const isOfProvider = ({ path }: Endpoint): boolean => path.startsWith('/provider/');

/** The demo raises the limits of costly calls, because its visitors share an address. */
function getMax({ mode, callsPerMinute, providerCallsPerMinute }: Config, call: Endpoint): number {
  if (isOfProvider(call) && !call.errors?.includes('tooManyRequests'))
    return providerCallsPerMinute;
  return mode === 'demo' ? callsPerMinute : (call.callsPerMinute ?? callsPerMinute);
}

/** Returns the limit of a page outside the contract. Limits of the same name count together. */
export const getPageLimit = ({ config }: Deps, name: string, max: number): LimiterOptions => ({
  max: config.mode === 'demo' ? config.callsPerMinute : max,
  name: `page ${name}`,
  isShared: max <= requestLimits.sharedUpToPerMinute,
});

/**
 * Returns the limit of a public call for a page that does the same: both count together, so that
 * one attempt is one attempt.
 */
export function getCallLimit({ config }: Pick<Deps, 'config'>, call: Endpoint): LimiterOptions {
  const own = call.callsPerMinute ?? requestLimits.perMinute;
  return {
    max: getMax(config, call),
    name: `${call.method} ${call.path}`,
    isShared: own <= requestLimits.sharedUpToPerMinute,
  };
}

/**
 * Returns the limit of a posted page, which is checked before its body is read. The calls that it
 * makes have their own limits; each process counts for itself, because only its parsing is limited.
 */
export const getPostLimit = (
  { config }: Pick<Deps, 'config'>,
  path: string,
  calls: readonly Endpoint[],
): LimiterOptions => ({
  max: calls.reduce((sum, call) => sum + getMax(config, call), 0),
  name: `posted ${path}`,
  isShared: false,
});

/** The limiter runs after the authentication, so a provider's call has a key or a user. */
const getProviderCaller = ({ caller }: FastifyRequest): string =>
  caller.kind === 'provider' ? caller.id : '';

/**
 * Returns the limiter of a call, which counts both of its paths together; none for a call without a
 * limit. Calls of the provider API without a limit of their own share one limit per API key or user.
 */
export function createRateLimit(
  app: FastifyInstance,
  { config }: Deps,
  call: Endpoint,
): onRequestAsyncHookHandler[] {
  const hasOwn = call.errors?.includes('tooManyRequests') ?? false;
  const isProvider = isOfProvider(call);
  if (!hasOwn && !isProvider) return [];
  const limit = getCallLimit({ config }, call);
  const options: LimiterOptions = {
    ...limit,
    name: hasOwn ? limit.name : 'provider',
    isShared: isProvider || limit.isShared,
    ...(isProvider ? { keyGenerator: getProviderCaller } : {}),
  };
  return [app.rateLimit(options)];
}
