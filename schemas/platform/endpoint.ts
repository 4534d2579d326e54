import type { Static, TObject, TSchema } from 'typebox';
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
 * Scopes of an API key. `read` opens every GET of the provider API, each other scope all calls of
 * its group (docs/behaviour/accounts.md#api-keys).
 */
export const keyScopes = ['read', 'forms', 'cases', 'people', 'settings'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Role on an account's task board (docs/behaviour/tasks.md#roles). */
export const staffRoles = ['admin', 'consultant', 'user', 'internal', 'external'] as const;
export type StaffRole = (typeof staffRoles)[number];
/** Roles that read and answer what clients send. */
export const officeRoles: readonly StaffRole[] = ['admin', 'consultant', 'user', 'internal'];
/** Roles that hand out cases, clients and tasks. */
export const leadingRoles: readonly StaffRole[] = ['admin', 'consultant'];

/**
 * Media type of a body. Canonical JSON is hashed by its bytes; a part is a chunk of a resumable
 * upload.
 */
export type ContentKind =
  | 'json'
  | 'canonicalJson'
  | 'csv'
  | 'xlsx'
  | 'ndjson'
  | 'multipart'
  | 'file'
  | 'pdf'
  | 'zip'
  | 'jpeg'
  | 'png'
  | 'svg'
  | 'picture'
  | 'mp4'
  | 'eventStream'
  | 'lines'
  | 'part'
  | 'headers';

/**
 * One call of the contract: source of the server's route, the OpenAPI entry and the client's types.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH';
  /** Path below the API root, with `:name` for parameters. */
  readonly path: string;
  readonly summary: string;
  /** Kinds of callers that are allowed. */
  readonly session: readonly SessionKind[];
  /** Groups of a call of the provider API: a key with one of them may make it. */
  readonly scopes?: readonly Exclude<KeyScope, 'read'>[];
  /**
   * Roles of staff who may make a call of the provider API with their login and the header
   * X-Account (docs/behaviour/accounts.md#provider-api-for-staff).
   */
  readonly staff?: readonly StaffRole[];
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Shape of each line of a body of lines (NDJSON), which the handler reads as a stream. */
  readonly lines?: TSchema;
  readonly accepts?: ContentKind;
  /** Fields of a multipart body; a file's is of the format `binary`. */
  readonly fields?: TSchema;
  readonly answers?: ContentKind;
  readonly reply: TSchema;
  /** Reasons of `schemas/platform/errors.ts`, besides the general ones. */
  readonly errors?: readonly ErrorReason[];
  /** Rate limit per IP address and minute, with tooManyRequests in `errors`. */
  readonly callsPerMinute?: number;
  /** true: open before the client has accepted the terms of the account in its path */
  readonly isOpenBeforeActivation?: true;
  /**
   * Opens or closes the call to a client whose relation to the account in its path has ended. By
   * default only a GET is open, because the client still reads.
   */
  readonly afterEnd?: 'open' | 'closed';
  /** true: never retried automatically, because every try counts or sends something */
  readonly isNeverRetried?: true;
  /**
   * true: takes an `Idempotency-Key`, sent once per user action; a retry gets the first response
   * (docs/decisions/platform/0033-how-is-a-call-made-idempotent.md)
   */
  readonly takesIdempotencyKey?: true;
  /**
   * Fields whose values the ETag of the reply covers: those that a PATCH can change, so that a new
   * message does not look like a change of its case.
   */
  readonly etagOf?: TObject;
  /** Takes `If-Match`: a request without it is refused, or not checked. */
  readonly ifMatch?: 'required' | 'optional';
  /** true: called by the browser itself (pictures, configuration), so no header is required */
  readonly withoutWebKeys?: true;
};

/** Declares a call and preserves its exact types. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

/** A call of the contract with the input that its address contains. */
export type AddressedCall = { endpoint: Endpoint; params?: object; query?: object };

/**
 * Builds the address of a call from the root of its server: `/api/v2.0/akten?Size=5`. The calls of
 * the provider API are not below `/api`.
 */
export function buildCallAddress({ endpoint, params = {}, query = {} }: AddressedCall): string {
  const values = params as Record<string, string>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const root = path.startsWith('/provider/') ? '' : '/api';
  return `${root}${path}${search && `?${search}`}`;
}

/** Formats a path as in OpenAPI: `:name` becomes `{name}`. */
export const formatPathTemplate = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** Returns true if a key with these scopes may make the call. */
export const isInScope = (
  scopes: readonly KeyScope[],
  { method, scopes: groups = [] }: Pick<Endpoint, 'method' | 'scopes'>,
): boolean =>
  groups.some((group) => scopes.includes(group)) || (method === 'GET' && scopes.includes('read'));

/** Returns true if the call is open to a client whose relation to the account has ended. */
export const isOpenAfterEnd = ({
  afterEnd,
  method,
}: Pick<Endpoint, 'afterEnd' | 'method'>): boolean =>
  afterEnd === undefined ? method === 'GET' : afterEnd === 'open';

type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends TSchema }
  ? Record<K, Static<S>>
  : unknown;

/** Input of a call: `params`, `query` and `body`, if the endpoint has them. */
export type Args<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

/** Query of a call. */
export type Query<E extends Endpoint> = E extends { readonly query: infer Q extends TSchema }
  ? Static<Q>
  : never;

/** Response of a call. */
export type Reply<E extends Endpoint> = Static<E['reply']>;
