import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { Ajv } from 'ajv';
import { fastFormats } from 'ajv-formats/dist/formats.js';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { limits } from '#schemas/limits.ts';
import { newId } from './db/newId.ts';
import type { Deps } from './deps.ts';
import { handleErrors } from './http/errors.ts';
import { registerHealthRoutes } from './http/health.ts';
import { describeApi } from './http/openapi.ts';
import { secure } from './http/security.ts';
import { serveWebApp } from './http/webApp.ts';
import { createLogger, logRequests } from './http/logging.ts';
import { registerAccountRoutes } from './modules/accounts/routes.ts';
import { registerAssistantRoutes } from './modules/assistants/routes.ts';
import { registerFileRoutes } from './modules/files/routes.ts';
import { registerProviderFormRoutes } from './modules/providerForms/routes.ts';
import { registerPublicConfigRoutes } from './modules/publicConfig/routes.ts';
import { registerValidatorRoutes } from './validators/routes.ts';

/** Texts in an address become numbers where the contract says so; a body is taken as it is. Nothing is ever dropped in silence. */
function validateRequests(app: FastifyInstance): void {
  const exact = new Ajv({ allErrors: true, strict: false, removeAdditional: false });
  const coercing = new Ajv({ allErrors: true, strict: false, removeAdditional: false, coerceTypes: true });
  for (const ajv of [exact, coercing]) ajv.addFormat('date-time', fastFormats['date-time']);
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? exact : coercing).compile(schema as object));
  // Answers are typed by the contract; serialising them by schema would hide a mistake instead of showing it.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
}

export type AppOptions = {
  webAppFolder: string;
  logger?: FastifyBaseLogger;
  /** Routes that this server has besides the contract's, as the demo has. */
  extend?: (app: FastifyInstance, deps: Deps) => void;
};

/** The whole server, not yet listening. */
export async function buildApp(deps: Deps, { webAppFolder, logger = createLogger(deps.config.logLevel), extend }: AppOptions): Promise<FastifyInstance> {
  const { config } = deps;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: limits.form.maxBodyBytes,
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.decorateRequest('caller');
  validateRequests(app);
  handleErrors(app);
  logRequests(app);
  await secure(app, config);
  await app.register(rateLimit, { global: false, timeWindow: '1 minute' });
  await app.register(multipart, { limits: { fileSize: limits.file.maxSizeBytes + 1, files: 1, fields: 20, parts: 21 }, throwFileSizeLimit: false });
  await describeApi(app, config);

  registerHealthRoutes(app, deps);
  registerPublicConfigRoutes(app, deps);
  registerAccountRoutes(app, deps);
  registerAssistantRoutes(app, deps);
  registerFileRoutes(app, deps);
  registerProviderFormRoutes(app, deps);
  registerValidatorRoutes(app, deps);
  extend?.(app, deps);
  await serveWebApp(app, webAppFolder);
  return app;
}
