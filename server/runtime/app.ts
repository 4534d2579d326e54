import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { FirstViews } from '#schemas/portal/serverRender.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { requestLimits } from '#server/http/limits.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { handleErrors, sendProblem } from '#server/http/errors.ts';
import { problem } from '#server/problem.ts';
import { registerHealthRoutes } from '#server/http/health.ts';
import { describeApi } from '#server/http/openapi.ts';
import { secure } from '#server/http/headers.ts';
import { closeConnectionsOnShutdown } from './shutdown.ts';
import { acceptEmptyJson, validateRequests } from '#server/http/validateRequests.ts';
import { serveWebApp } from '#server/serverRender/webApp.ts';
import { createLogger, logRequests } from '#server/http/logging.ts';
import { registerAcceptanceRoutes } from '#server/access/acceptances/routes.ts';
import { serveLandingPages } from '#server/portal/publicPage/landingPage.ts';
import { registerAccountRoutes } from '#server/accounts/accounts/routes.ts';
import { registerAdhocRoutes } from '#server/access/adhoc/routes.ts';
import { serveFormPages } from '#server/forms/assistants/formPage.ts';
import { registerAssistantRoutes } from '#server/forms/assistants/routes.ts';
import { elementUploadRules, isAttachmentOf } from '#server/forms/assistants/service.ts';
import { getReadableTask } from '#server/tasks/board/service.ts';
import { registerBoardRoutes } from '#server/tasks/board/routes.ts';
import { registerBusinessFormRoutes } from '#server/forms/businessForms/routes.ts';
import { registerCaseArchiveRoutes } from '#server/cases/caseArchives/routes.ts';
import { registerCaseFileRoutes } from '#server/cases/caseFiles/routes.ts';
import { registerCaseHistoryRoutes } from '#server/cases/caseHistories/routes.ts';
import { registerCaseRoutes } from '#server/cases/cases/routes.ts';
import { registerCredentialRoutes } from '#server/access/credentials/routes.ts';
import { registerEventRoutes } from '#server/events/routes.ts';
import { registerDashboardRoutes } from '#server/portal/dashboard/routes.ts';
import { registerPublicPageRoutes } from '#server/portal/publicPage/routes.ts';
import { registerEvidenceRoutes } from '#server/forms/evidence/routes.ts';
import { registerExpertRoutes } from '#server/forms/experts/routes.ts';
import { registerExternalRequestRoutes } from '#server/forms/externalRequests/routes.ts';
import { registerFileRoutes } from '#server/files/files/routes.ts';
import { registerInsuranceRoutes } from '#server/forms/insurances/routes.ts';
import { registerLookRoutes } from '#server/accounts/looks/routes.ts';
import { registerLegalTextRoutes } from '#server/accounts/legalTexts/routes.ts';
import { registerMessageRoutes } from '#server/cases/messages/routes.ts';
import { findSharedFile } from '#server/cases/messages/service.ts';
import { registerPinRoutes } from '#server/forms/pins/routes.ts';
import { registerProfilePictureRoutes } from '#server/files/profilePictures/routes.ts';
import { registerProviderFormRoutes } from '#server/forms/providerForms/routes.ts';
import { registerPublicConfigRoutes } from '#server/accounts/publicConfig/routes.ts';
import { registerSearchRoutes } from '#server/cases/search/routes.ts';
import { registerSecondFactorRoutes } from '#server/access/secondFactor/routes.ts';
import { registerSessionRoutes } from '#server/access/sessions/routes.ts';
import { registerStaffRoutes } from '#server/accounts/staff/routes.ts';
import { registerSupportRoutes } from '#server/portal/support/routes.ts';
import { registerTaskRoutes } from '#server/tasks/tasks/routes.ts';
import { getSharedTask } from '#server/tasks/tasks/service.ts';
import { registerTileRoutes } from '#server/forms/tiles/routes.ts';
import { registerUserRoutes } from '#server/access/users/routes.ts';
import { registerValidatorRoutes } from '#server/validators/routes.ts';

export type AppOptions = {
  webAppFolder: string;
  /** Renders pages on the server; without it they are sent empty, as in development. */
  firstViews?: FirstViews | undefined;
  logger?: FastifyBaseLogger;
  /** Additional routes outside the contract, as in the demo. */
  extend?: (app: FastifyInstance, deps: Deps) => void;
  /** Idle timeout of a connection. */
  idleMs?: number;
};

/** Builds the server without listening. */
export async function buildApp(
  deps: Deps,
  {
    webAppFolder,
    firstViews,
    logger = createLogger(deps.config.logLevel),
    extend,
    idleMs = requestLimits.idleMs,
  }: AppOptions,
): Promise<FastifyInstance> {
  const { config } = deps;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: requestLimits.maxBodyBytes,
    connectionTimeout: idleMs,
    requestTimeout: requestLimits.requestMs,
    frameworkErrors: (_error, request, reply) =>
      void sendProblem(request, reply, problem('notFound')), // a URL that cannot be decoded
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.decorateRequest('caller');
  closeConnectionsOnShutdown(app);
  acceptEmptyJson(app);
  validateRequests(app);
  handleErrors(app, deps);
  logRequests(app);
  await secure(app, config);
  await app.register(cookie);
  await app.register(rateLimit, { global: false, timeWindow: '1 minute' });
  await app.register(multipart, {
    limits: { fileSize: fileLimits.maxSizeBytes + 1, files: 1, fields: 20, parts: 21 },
    throwFileSizeLimit: false,
  });
  await describeApi(app, config);

  registerRoutes(app, deps);
  extend?.(app, deps);
  serveLandingPages(app, deps, webAppFolder, firstViews);
  serveFormPages(app, deps, webAppFolder, firstViews?.form);
  await serveWebApp(app, webAppFolder, firstViews);
  return app;
}

function registerRoutes(app: FastifyInstance, deps: Deps): void {
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
  registerDashboardRoutes(app, deps);
  registerEventRoutes(app, deps);
  registerFileRoutes(app, deps, {
    elementUploadRules,
    isAttachmentOf,
    fileSharedWith: findSharedFile,
    getSharedTask,
    getReadableTask,
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
  registerPublicPageRoutes(app, deps);
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
}
