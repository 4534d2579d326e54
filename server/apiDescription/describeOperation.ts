import type { TSchema } from 'typebox';
import type { Operation } from '#schemas/endpoints.ts';
import { errorCatalogue, type ErrorReason } from '#schemas/platform/errors.ts';
import {
  type Endpoint,
  isOpenAfterEnd,
  type SessionKind,
  userSessionKinds,
} from '#schemas/platform/endpoint.ts';
import { contentTypes } from '#server/http/contentTypes.ts';
import { getRefusal } from '#server/http/session.ts';
import { messages } from '#server/texts.ts';
import { refer } from './components.ts';
import type { DescribedOperation, Parameter } from './openApiTypes.ts';

const isUserSession = (kind: SessionKind): boolean =>
  (userSessionKinds as readonly SessionKind[]).includes(kind);

type SecurityNames = Record<string, string[]>;
const securityByKind: Readonly<Record<Exclude<SessionKind, 'provider'>, SecurityNames>> = {
  public: { applicationKey: [], apiKey: [] },
  form: { applicationKey: [], apiKey: [], bearer: [] },
  unregistered: { applicationKey: [], apiKey: [], bearer: [] },
  registered: { applicationKey: [], apiKey: [], bearer: [] },
};

/** Lists the ways to authenticate. A key has the roles that its scopes name. */
function listSecurity(endpoint: Endpoint): SecurityNames[] {
  const { session, withoutWebKeys, method, scopes = [], staff } = endpoint;
  if (withoutWebKeys) return [];
  const roles = [...scopes, ...(method === 'GET' ? ['read'] : [])];
  const ways = session.flatMap((kind) =>
    kind === 'provider' ? [{ apiKey: roles }, { providerKey: roles }] : [securityByKind[kind]],
  );
  if (staff) ways.push(securityByKind.registered);
  return [...new Map(ways.map((way) => [JSON.stringify(way), way])).values()];
}

/** Lists the errors of an account that is not activated, and of one with which a relation ended. */
function listLocks(endpoint: Endpoint): ErrorReason[] {
  const { path, session, isOpenBeforeActivation } = endpoint;
  if (!path.includes(':acc') || !session.some(isUserSession)) return [];
  return [
    ...(isOpenBeforeActivation ? [] : (['activationRequired'] as const)),
    ...(isOpenAfterEnd(endpoint) ? [] : (['relationEnded'] as const)),
  ];
}

/** Reasons of a call of the provider API that staff make with their login. */
const staffReasons: readonly ErrorReason[] = [
  'unauthorized',
  'applicationKeyInvalid',
  'secondFactorRequired',
  'notAllowed',
  'notFound',
];

/** Lists every reason of a call: its own, and those that the server gives for all calls. */
function listReasons(endpoint: Endpoint): ErrorReason[] {
  const { session, body, accepts, params, errors = [] } = endpoint;
  return [
    ...new Set<ErrorReason>([
      'invalidInput',
      ...(session.includes('public') ? [] : [getRefusal(session)]),
      ...(endpoint.withoutWebKeys || session.includes('provider')
        ? []
        : (['applicationKeyInvalid'] as const)),
      ...listLocks(endpoint),
      ...errors,
      ...(params ? (['notFound'] as const) : []),
      ...(endpoint.ifMatch ? (['preconditionFailed'] as const) : []),
      ...(endpoint.ifMatch === 'required' ? (['preconditionRequired'] as const) : []),
      // Every call of the provider API needs a scope and has a rate limit per key.
      ...(session.includes('provider') ? (['keyScopeMissing', 'tooManyRequests'] as const) : []),
      ...(endpoint.staff ? staffReasons : []),
      ...(body || accepts
        ? ([
            'invalidEncoding',
            'requestTimeout',
            'requestTooLarge',
            'unsupportedMediaType',
          ] as const)
        : []),
      'unexpected',
      'unavailable',
      ...(endpoint.method === 'GET' ? [] : (['storageFull'] as const)),
    ]),
  ];
}

const problem = { $ref: '#/components/schemas/Problem' };
const describeHeader = (name: string) => ({ $ref: `#/components/headers/${name}` });
const requestId = { 'X-Request-Id': describeHeader('RequestId') };
const retryAfter = { 'Retry-After': describeHeader('RetryAfter') };
const waits: readonly number[] = [423, 429, 503];
const rateLimit = {
  'X-RateLimit-Limit': describeHeader('RateLimitLimit'),
  'X-RateLimit-Remaining': describeHeader('RateLimitRemaining'),
  'X-RateLimit-Reset': describeHeader('RateLimitReset'),
};

/** Lists the headers of a call's success. Every call of the provider API has a rate limit. */
const listHeaders = ({ session, etagOf }: Endpoint) => ({
  ...requestId,
  ...(session.includes('provider') ? rateLimit : {}),
  ...(etagOf ? { ETag: describeHeader('ETag') } : {}),
});

type Responses = DescribedOperation['responses'];

function describeErrors(endpoint: Endpoint): Responses {
  const reasons = listReasons(endpoint);
  const statuses = [...new Set(reasons.map((reason) => errorCatalogue[reason].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const own = reasons.filter((reason) => errorCatalogue[reason].status === status);
      return [
        status,
        {
          description: own
            .map((reason) => `\`${reason}\`: ${messages.en[errorCatalogue[reason].message]}`)
            .join('\n\n'),
          headers: { ...requestId, ...(waits.includes(status) ? retryAfter : {}) },
          // A response to HEAD has no body.
          ...(endpoint.method === 'HEAD'
            ? {}
            : { content: { 'application/json': { schema: problem } } }),
        },
      ];
    }),
  );
}

const binary = { type: 'string', format: 'binary' };

function describeSuccess(name: string, endpoint: Endpoint): Responses {
  const { answers = 'json', reply, errors = [] } = endpoint;
  const headers = listHeaders(endpoint);
  if (answers === 'headers')
    return { '2XX': { description: 'Done. The response has headers only.', headers } };
  // Of lines the shape of each one is given, because OpenAPI 3.1 knows no sequence.
  const isJson = answers === 'lines' || contentTypes[answers] === contentTypes.json;
  const schema = isJson
    ? refer(name, 'Reply', reply)
    : answers === 'eventStream'
      ? { type: 'string' }
      : binary;
  const content = { [contentTypes[answers]]: { schema } };
  const isRange = errors.includes('rangeNotSatisfiable');
  return {
    200: { description: 'Done', headers, content },
    ...(isRange ? { 206: { description: 'The range', headers, content } } : {}),
  };
}

function describeBody(name: string, { body, accepts = 'json', fields, lines }: Endpoint): object {
  const shape = body ?? fields ?? lines;
  if (accepts === 'json' && !shape) return {};
  const schema = shape ? refer(name, 'Body', shape) : binary;
  return { requestBody: { required: true, content: { [contentTypes[accepts]]: { schema } } } };
}

type ObjectShape = { properties?: Record<string, TSchema>; required?: string[] };

/** Lists the properties of a schema as parameters. A path names all of them. */
function listParameters(location: 'path' | 'query', shape: TSchema | undefined): Parameter[] {
  const { properties = {}, required = [] } = (shape ?? {}) as ObjectShape;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...('description' in schema ? { description: String(schema.description) } : {}),
    schema,
  }));
}

const describeIfMatch = (ifMatch: 'required' | 'optional') => ({
  name: 'If-Match',
  in: 'header',
  required: ifMatch === 'required',
  description:
    'The ETag of the state that is changed, or * for any. 412 if it was changed in the meantime' +
    `${ifMatch === 'required' ? ', 428 without it' : ''}.`,
  schema: { type: 'string', minLength: 1 },
});

/** Describes the header by which staff name the account that they work for. */
const describeStaff = (roles: readonly string[]) => ({
  name: 'X-Account',
  in: 'header',
  required: false,
  description: `Id of the account, if staff call with their login (${roles.join(', ')}).`,
  schema: { type: 'string' },
});

const getFirstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;

/** Builds a call's entry in the API description. */
export function describeOperation({ name, domain, endpoint }: Operation): DescribedOperation {
  const { params, query, takesIdempotencyKey, ifMatch, summary } = endpoint;
  const short = getFirstSentence(summary);
  return {
    operationId: name,
    tags: [domain],
    summary: short,
    ...(short === summary ? {} : { description: summary }),
    security: listSecurity(endpoint),
    parameters: [
      ...listParameters('path', params),
      ...listParameters('query', query),
      { $ref: '#/components/parameters/AcceptLanguage' },
      ...(takesIdempotencyKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(ifMatch ? [describeIfMatch(ifMatch)] : []),
      ...(endpoint.staff ? [describeStaff(endpoint.staff)] : []),
    ],
    ...describeBody(name, endpoint),
    responses: { ...describeSuccess(name, endpoint), ...describeErrors(endpoint) },
  };
}
