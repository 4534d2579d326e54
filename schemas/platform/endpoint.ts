import type { Static, TSchema } from 'typebox';
import type { ErrorReason } from './errors.ts';

/** Each kind of portal session has its own token (docs/behaviour/access.md#session-kinds). */
export const userSessionKinds = ['registered', 'unregistered'] as const;
export type UserSessionKind = (typeof userSessionKinds)[number];

/**
 * Kinds of callers: everyone (`public`), the holder of a form token or a portal session, or a
 * provider's program with its API key (docs/behaviour/access.md#session-kinds).
 */
export type SessionKind = 'public' | 'form' | UserSessionKind | 'provider';

/**
 * Media type of a body. Canonical JSON is hashed by its bytes; a part is a chunk of a resumable
 * upload.
 */
export type ContentKind =
  'json' | 'canonicalJson' | 'multipart' | 'stream' | 'pdf' | 'part' | 'headers';

/**
 * One call of the contract: source of the server's route, the OpenAPI entry and the client's types.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH';
  /** Path below the API root, with `:name` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** Kinds of callers that are allowed. */
  readonly session: readonly SessionKind[];
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly accepts?: ContentKind;
  readonly answers?: ContentKind;
  readonly reply: TSchema;
  /** Reasons of `schemas/platform/errors.ts`, besides the general ones. */
  readonly errors?: readonly ErrorReason[];
  /** Rate limit per IP address and minute, with tooManyRequests in `errors`. */
  readonly callsPerMinute?: number;
  /** true: never retried automatically, because every try counts or sends something */
  readonly isTriedOnce?: true;
  /** true: called by the browser itself (pictures, configuration), so no header is required */
  readonly withoutKeys?: true;
};

/** Declares a call and preserves its exact types. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends TSchema }
  ? Record<K, Static<S>>
  : unknown;

/** Input of a call: `params`, `query` and `body`, if the endpoint has them. */
export type Args<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

/** Response of a call. */
export type Reply<E extends Endpoint> = Static<E['reply']>;
