import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { FirstViews } from '#schemas/firstView.ts';
import { limits } from '#schemas/limits.ts';
import { newId } from './db/newId.ts';
import type { Deps } from './deps.ts';
import { handleErrors, problem, sendProblem } from './http/errors.ts';
import { registerHealthRoutes } from './http/health.ts';
import { describeApi } from './http/openapi.ts';
import { secure } from './http/security.ts';
import { validateRequests } from './http/validateRequests.ts';
import { serveWebApp } from './http/webApp.ts';
import { createLogger, logRequests } from './http/logging.ts';
import { registerAcceptanceRoutes } from './modules/acceptances/routes.ts';
import { serveLandingPages } from './modules/accounts/landingPage.ts';
import { registerAccountRoutes } from './modules/accounts/routes.ts';
import { registerAdhocRoutes } from './modules/adhoc/routes.ts';
import { serveFormPages } from './modules/assistants/formPage.ts';
import { registerAssistantRoutes } from './modules/assistants/routes.ts';
import { elementUploadRules, isAttachmentOf } from './modules/assistants/service.ts';
import { readableTask } from './modules/board/service.ts';
import { registerBoardRoutes } from './modules/board/routes.ts';
import { registerBusinessFormRoutes } from './modules/businessForms/routes.ts';
import { registerCaseArchiveRoutes } from './modules/caseArchives/routes.ts';
import { registerCaseFileRoutes } from './modules/caseFiles/routes.ts';
import { registerCaseHistoryRoutes } from './modules/caseHistories/routes.ts';
import { registerCaseRoutes } from './modules/cases/routes.ts';
import { registerCredentialRoutes } from './modules/credentials/routes.ts';
import { registerEventRoutes } from './modules/events/routes.ts';
import { registerEvidenceRoutes } from './modules/evidence/routes.ts';
import { registerExpertRoutes } from './modules/experts/routes.ts';
import { registerExternalRequestRoutes } from './modules/externalRequests/routes.ts';
import { registerFileRoutes } from './modules/files/routes.ts';
import { registerInsuranceRoutes } from './modules/insurances/routes.ts';
import { registerLookRoutes } from './modules/looks/routes.ts';
import { registerLegalTextRoutes } from './modules/legalTexts/routes.ts';
import { registerMessageRoutes } from './modules/messages/routes.ts';
import { fileSharedWith } from './modules/messages/service.ts';
import { registerPinRoutes } from './modules/pins/routes.ts';
import { registerProfilePictureRoutes } from './modules/profilePictures/routes.ts';
import { registerProviderFormRoutes } from './modules/providerForms/routes.ts';
import { registerPublicConfigRoutes } from './modules/publicConfig/routes.ts';
import { registerSearchRoutes } from './modules/search/routes.ts';
import { registerSecondFactorRoutes } from './modules/secondFactor/routes.ts';
import { registerSessionRoutes } from './modules/sessions/routes.ts';
import { registerStaffRoutes } from './modules/staff/routes.ts';
import { registerSupportRoutes } from './modules/support/routes.ts';
import { registerTaskRoutes } from './modules/tasks/routes.ts';
import { sharedTask } from './modules/tasks/service.ts';
import { registerTileRoutes } from './modules/tiles/routes.ts';
import { registerUserRoutes } from './modules/users/routes.ts';
import { registerValidatorRoutes } from './validators/routes.ts';

export type AppOptions = {
  webAppFolder: string;
  /** What draws pages ahead of the browser; without it they come empty, as in development. */
  firstViews?: FirstViews | undefined;
  logger?: FastifyBaseLogger;
  /** Routes that this server has besides the contract's, as the demo has. */
  extend?: (app: FastifyInstance, deps: Deps) => void;
  /** A connection on which nothing moves for so long is closed. */
  idleMs?: number;
};

/** The whole server, not yet listening. */
export async function buildApp(
  deps: Deps,
  {
    webAppFolder,
    firstViews,
    logger = createLogger(deps.config.logLevel),
    extend,
    idleMs = limits.calls.idleMs,
  }: AppOptions,
): Promise<FastifyInstance> {
  const { config } = deps;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: limits.form.maxBodyBytes,
    connectionTimeout: idleMs,
    requestTimeout: limits.calls.requestMs,
    frameworkErrors: (_error, request, reply) =>
      void sendProblem(request, reply, problem('notFound')), // an address that cannot be decoded
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.decorateRequest('caller');
  validateRequests(app);
  handleErrors(app, deps);
  logRequests(app);
  await secure(app, config);
  await app.register(cookie);
  await app.register(rateLimit, { global: false, timeWindow: '1 minute' });
  await app.register(multipart, {
    limits: { fileSize: limits.file.maxSizeBytes + 1, files: 1, fields: 20, parts: 21 },
    throwFileSizeLimit: false,
  });
  await describeApi(app, config);

  registerHealthRoutes(app, deps);
  registerPublicConfigRoutes(app, deps);
  registerAcceptanceRoutes(app, deps);
  registerAccountRoutes(app, deps);
  registerAdhocRoutes(app, deps);
  registerAssistantRoutes(app, deps);
  registerBoardRoutes(app, deps);
  registerBusinessFormRoutes(app, deps);
  registerCaseArchiveRoutes(app, deps);
  registerCaseFileRoutes(app, deps);
  registerCaseHistoryRoutes(app, deps);
  registerCaseRoutes(app, deps);
  registerCredentialRoutes(app, deps);
  registerEventRoutes(app, deps);
  registerFileRoutes(app, deps, {
    elementUploadRules,
    isAttachmentOf,
    fileSharedWith,
    sharedTask,
    readableTask,
  });
  registerExpertRoutes(app, deps);
  registerExternalRequestRoutes(app, deps);
  registerInsuranceRoutes(app, deps);
  registerLookRoutes(app, deps);
  registerLegalTextRoutes(app, deps);
  registerMessageRoutes(app, deps);
  registerPinRoutes(app, deps);
  registerProfilePictureRoutes(app, deps);
  registerProviderFormRoutes(app, deps);
  registerEvidenceRoutes(app, deps);
  registerSearchRoutes(app, deps);
  registerSecondFactorRoutes(app, deps);
  registerSessionRoutes(app, deps);
  registerStaffRoutes(app, deps);
  registerSupportRoutes(app, deps);
  registerTaskRoutes(app, deps);
  registerTileRoutes(app, deps);
  registerUserRoutes(app, deps);
  registerValidatorRoutes(app, deps);
  extend?.(app, deps);
  serveLandingPages(app, deps, webAppFolder, firstViews);
  serveFormPages(app, deps, webAppFolder, firstViews);
  await serveWebApp(app, webAppFolder, firstViews);
  return app;
}
