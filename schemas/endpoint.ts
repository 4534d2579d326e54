import type { Static, TSchema } from 'typebox';
import type { ErrorReason } from './errors.ts';

/**
 * Who may call: nobody in particular (`public`), the holder of a form token, of a portal session,
 * or a provider's own program with its API key (decisions.md, Sessions).
 */
export type SessionKind = 'public' | 'form' | 'unregistered' | 'registered' | 'provider';

/** What a call sends or answers. Canonical JSON is JSON whose bytes count, because they are hashed; a part is bytes of a file that comes in several calls. */
export type ContentKind =
  'json' | 'canonicalJson' | 'multipart' | 'stream' | 'pdf' | 'part' | 'headers';

/** One call of the contract. The server's route, the OpenAPI entry and the client's types all come from it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH';
  /** Below the API root, with `:name` for parameters, spelled as calls.md spells it. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** Any one of these may call. */
  readonly session: readonly SessionKind[];
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly accepts?: ContentKind;
  readonly answers?: ContentKind;
  readonly reply: TSchema;
  /** Error codes of `schemas/errors.ts` that this call answers besides the general ones. */
  readonly errors?: readonly ErrorReason[];
  /** How often one address may call in a minute, where `errors` has tooManyRequests; else the usual number. */
  readonly callsPerMinute?: number;
  /** Every try counts or sends something: after a lost answer it is for the user to try again, not for the client. */
  readonly isTriedOnce?: true;
  /** Reached by addresses a browser opens itself (pictures, the configuration): no header can be asked for. */
  readonly withoutKeys?: true;
};

/** Declares a call and keeps its exact types. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends TSchema }
  ? Record<K, Static<S>>
  : unknown;

/** What a caller must give: `params`, `query` and `body`, as far as the endpoint has them. */
export type Args<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

/** What the call answers. */
export type Reply<E extends Endpoint> = Static<E['reply']>;
