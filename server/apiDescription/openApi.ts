import { operations, type Operation } from '#schemas/endpoints.ts';
import { languages } from '#schemas/platform/common.ts';
import { formatPathTemplate } from '#schemas/platform/endpoint.ts';
import { callLimits } from '#schemas/platform/limits.ts';
import { listPaths } from '#server/http/route.ts';
import { listShapes } from './components.ts';
import { describeOperation } from './describeOperation.ts';
import type { Description, Parameter, Paths, Shape } from './openApiTypes.ts';

/** The two descriptions: for our own web client, and for the programs of providers. */
export type ApiName = 'portal' | 'provider';

const isOfProvider = ({ endpoint }: Operation): boolean => endpoint.session.includes('provider');

const infos: Readonly<Record<ApiName, { title: string; description: string }>> = {
  portal: {
    title: 'Formakte portal API',
    description: 'Calls of the web client: forms, and the portal of clients and staff.',
  },
  provider: {
    title: 'Formakte provider API',
    description: 'Calls of a provider’s own programs: forms, clients, cases, tasks and settings.',
  },
};

const domainDescriptions: Readonly<Record<Operation['domain'], string>> = {
  files: 'Uploads, downloads and previews.',
  accounts: 'Providers: details, look, legal texts, API keys and staff.',
  mail: 'Notifications by mail, and webhooks.',
  forms: 'Forms, PINs, requests, submissions and their evidence.',
  access: 'Registration, login, sessions and people.',
  cases: 'Cases with their messages, files and search.',
  tasks: 'Forms that clients fill in within a case.',
  portal: 'Support.',
  events: 'Changes as they happen.',
};

const describeApiKey = (name: string, description: string) => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
});
const securitySchemes: Readonly<Record<string, object>> = {
  applicationKey: describeApiKey('X-Application-Key', 'Names the web client.'),
  apiKey: describeApiKey('X-Api-Key', 'Of the web client, or of a provider’s own program.'),
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a session.',
  },
  providerKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The API key of a provider’s program, instead of X-Api-Key.',
  },
};

const parameters: Readonly<Record<string, Parameter>> = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: `Language of texts: ${languages.join(' or ')}. German without it.`,
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Made once per action. A retry with the same key gets the first response.',
    schema: { type: 'string', minLength: 1, maxLength: callLimits.keyLength },
  },
};

const headers: Readonly<Record<string, { description: string; schema: Shape }>> = {
  RequestId: {
    description: 'Id of the request, which the log has too.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Names the state of the fields that can be changed, for If-Match.',
    schema: { type: 'string' },
  },
  RateLimitLimit: { description: 'Calls a minute.', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'Calls left.', schema: { type: 'integer' } },
  RateLimitReset: { description: 'Seconds until all are left again.', schema: { type: 'integer' } },
  RetryAfter: { description: 'Seconds until the next try.', schema: { type: 'integer' } },
};

/** Returns the headers that the paths of a document refer to. */
const listUsedHeaders = (paths: Paths): Record<string, { description: string; schema: Shape }> => {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => text.includes(`#/components/headers/${name}"`)),
  );
};

/** Groups operations by path and method. */
function describePaths(own: readonly Operation[]): Paths {
  const paths: Paths = {};
  for (const operation of own) {
    const [address = ''] = listPaths(operation.endpoint);
    const path = formatPathTemplate(address);
    (paths[path] ??= {})[operation.endpoint.method.toLowerCase()] = describeOperation(operation);
  }
  return paths;
}

/** Builds an OpenAPI 3.1 document of the calls of one API. */
export function describeApi(name: ApiName, publicUrl: string): Description {
  const own = operations.filter((each) => isOfProvider(each) === (name === 'provider'));
  const paths = describePaths(own);
  const domains = [...new Set(own.map(({ domain }) => domain))];
  const schemes = new Set(
    own.flatMap((operation) => describeOperation(operation).security.flatMap(Object.keys)),
  );
  return {
    openapi: '3.1.0',
    info: {
      ...infos[name],
      version: '1',
      license: { name: 'No licence has been granted', url: `${publicUrl}/terms` },
    },
    servers: [{ url: publicUrl }],
    tags: domains.map((domain) => ({ name: domain, description: domainDescriptions[domain] })),
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(securitySchemes).filter(([scheme]) => schemes.has(scheme)),
      ),
      parameters,
      headers: listUsedHeaders(paths),
      schemas: listShapes(paths),
    },
  };
}
