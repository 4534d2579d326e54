import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { errorCatalogue, type ErrorReason } from '#schemas/platform/errors.ts';
import type { ContentKind, Endpoint, SessionKind } from '#schemas/platform/endpoint.ts';
import { Problem } from '#schemas/platform/problem.ts';
import type { Config } from '#server/config.ts';
import { withSharedParts } from './sharedShapes.ts';
import { contentSecurityPolicy } from './headers.ts';
import { getRefusal } from './session.ts';

const securityByKind: Readonly<Record<SessionKind, Record<string, string[]>>> = {
  public: { applicationKey: [], apiKey: [] },
  form: { applicationKey: [], apiKey: [], bearer: [] },
  unregistered: { applicationKey: [], apiKey: [], bearer: [] },
  registered: { applicationKey: [], apiKey: [], bearer: [] },
  provider: { apiKey: [] },
};

const swaggerStyleHash = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

const contentTypes: Readonly<Record<ContentKind, string>> = {
  json: 'application/json',
  canonicalJson: 'application/json',
  multipart: 'multipart/form-data',
  stream: 'application/octet-stream',
  pdf: 'application/pdf',
  part: 'application/offset+octet-stream',
  headers: '',
};

function errorAnswers(endpoint: Endpoint) {
  const general: ErrorReason[] = endpoint.session.includes('public')
    ? ['invalidInput']
    : ['invalidInput', getRefusal(endpoint.session)];
  const reasons = [...new Set([...general, ...(endpoint.errors ?? [])])];
  const statuses = [...new Set(reasons.map((reason) => errorCatalogue[reason].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const description = reasons
        .filter((reason) => errorCatalogue[reason].status === status)
        .join(', ');
      return [status, { description, content: { 'application/json': { schema: Problem } } }];
    }),
  );
}

/** Builds a call's entry in the API description. */
export function describeOperation(endpoint: Endpoint): FastifySchema {
  const content = { [contentTypes[endpoint.answers ?? 'json']]: { schema: endpoint.reply } };
  const done =
    endpoint.answers === 'headers'
      ? { '2XX': { description: 'Done; what there is to tell stands in the headers' } }
      : { 200: { description: 'Done', content } };
  return {
    summary: endpoint.summary,
    tags: [endpoint.tag],
    consumes: [contentTypes[endpoint.accepts ?? 'json']],
    security: endpoint.withoutKeys ? [] : endpoint.session.map((kind) => securityByKind[kind]),
    response: { ...done, ...errorAnswers(endpoint) },
  };
}

/**
 * Serves OpenAPI 3.1 at /api/openapi.json and its page at /api/docs, both built from the routes.
 */
export async function describeApi(app: FastifyInstance, config: Config): Promise<void> {
  const key = (name: string, description: string) => ({
    type: 'apiKey' as const,
    in: 'header' as const,
    name,
    description,
  });
  await app.register(swagger, {
    transformObject: (document) =>
      'openapiObject' in document
        ? withSharedParts(document.openapiObject)
        : document.swaggerObject,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Formakte',
        version: '1',
        description: 'Forms, their answers and the client portal around them.',
      },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          applicationKey: key('X-Application-Key', 'Names the web client.'),
          apiKey: key('X-Api-Key', 'Of the web client, or of a provider’s own program.'),
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        },
      },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // rendering a hundred open calls takes many seconds
    uiConfig: { docExpansion: 'none', deepLinking: true },
    // The page contains one inline style element, allowed by its hash.
    staticCSP: Object.entries(contentSecurityPolicy)
      .map(([name, sources]) =>
        [name, ...sources, ...(name === 'style-src' ? [swaggerStyleHash] : [])].join(' '),
      )
      .join('; '),
    theme: { title: 'Formakte API' },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
