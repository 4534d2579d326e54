import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { ServerRender } from '#schemas/portal/serverRender.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { requestLimits } from '#server/http/limits.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { redirectChangedLink, redirectChangedLinks } from '#server/http/changedLinks.ts';
import { collectMethods } from '#server/http/input/allowedMethods.ts';
import { handleErrors } from '#server/http/errors.ts';
import { answerParserError } from '#server/http/input/parserErrors.ts';
import { refuseControlCharacters } from '#server/http/input/plainTexts.ts';
import { routeAsUnknown, toOriginForm } from '#server/http/input/unroutable.ts';
import { refuseContentEncodings } from '#server/http/input/encodings.ts';
import { cutSlowBodies } from '#server/http/input/slowBodies.ts';
import { registerHealthRoutes } from '#server/http/health.ts';
import { registerApiDescriptionRoutes } from '#server/apiDescription/routes.ts';
import { secure } from '#server/http/headers.ts';
import { getReadiness } from './readiness.ts';
import { closeConnectionsOnShutdown } from './shutdown.ts';
import { registerRateLimits } from '#server/http/rateLimits.ts';
import { toRoutedUrl } from '#server/http/route.ts';
import { acceptJson, acceptLines, validateRequests } from '#server/http/input/validateRequests.ts';
import { serveWebApp } from '#server/webPages/webApp.ts';
import { createLogger, logRequests } from '#server/http/logging.ts';
import { serveAccessPages } from '#server/access/pages/routes.ts';
import { registerAcceptanceRoutes } from '#server/access/acceptances/routes.ts';
import { serveLandingPages } from '#server/portal/publicPage/landingPage.ts';
import { refuseUnknownLegalTexts } from '#server/accounts/legalTexts/unknownLegalText.ts';
import { registerAccountRoutes } from '#server/accounts/accounts/routes.ts';
import { registerAdhocRoutes } from '#server/access/adhoc/routes.ts';
import { serveCopyPage } from '#server/forms/copies/copyPage.ts';
import { serveFormPages } from '#server/forms/assistants/formPage.ts';
import { registerAssistantRoutes } from '#server/forms/assistants/routes.ts';
import { getUploadRules, isAttachmentOf } from '#server/forms/assistants/service.ts';
import { registerInboxRoutes } from '#server/tasks/inbox/routes.ts';
import { getReadableAnswers } from '#server/tasks/inbox/service.ts';
import { registerBoardRoutes } from '#server/tasks/board/routes.ts';
import { registerCaseStaffRoutes } from '#server/tasks/caseStaff/routes.ts';
import { registerBusinessFormRoutes } from '#server/forms/businessForms/routes.ts';
import { registerCaseArchiveRoutes } from '#server/cases/caseArchives/routes.ts';
import { registerCaseFileRoutes } from '#server/cases/caseFiles/routes.ts';
import { registerCaseHistoryRoutes } from '#server/cases/caseHistories/routes.ts';
import { registerCaseRoutes } from '#server/cases/cases/routes.ts';
import { registerCredentialRoutes } from '#server/access/credentials/routes.ts';
import { registerEventRoutes } from '#server/events/routes.ts';
import { registerClientErasureRoutes } from '#server/portal/clientErasures/routes.ts';
import { createFirstReplies } from '#server/portal/firstReplies/service.ts';
import { registerDashboardRoutes } from '#server/portal/dashboard/routes.ts';
import { registerPublicPageRoutes } from '#server/portal/publicPage/routes.ts';
import { registerEvidenceRoutes } from '#server/forms/evidence/routes.ts';
import { registerExpertRoutes } from '#server/forms/experts/routes.ts';
import { registerExternalRequestRoutes } from '#server/forms/externalRequests/routes.ts';
import { findRequestedWorkflow } from '#server/forms/externalRequests/service.ts';
import { registerFileRoutes } from '#server/files/files/routes.ts';
import { registerImportRoutes } from '#server/portal/imports/routes.ts';
import { registerInsuranceRoutes } from '#server/forms/insurances/routes.ts';
import { registerLookRoutes } from '#server/accounts/looks/routes.ts';
import { serveLegalPages } from '#server/accounts/legalTexts/legalPage.ts';
import { registerLegalTextRoutes } from '#server/accounts/legalTexts/routes.ts';
import { registerMessageRoutes } from '#server/cases/messages/routes.ts';
import { findSharedFile } from '#server/cases/messages/service.ts';
import { registerFirmNotificationRoutes } from '#server/mail/firmNotifications/routes.ts';
import { registerNotificationRoutes } from '#server/mail/notifications/routes.ts';
import { registerPushRoutes } from '#server/mail/push/routes.ts';
import { registerWebhookRoutes } from '#server/mail/webhooks/routes.ts';
import { registerOwnDetailsRoutes } from '#server/access/ownDetails/routes.ts';
import { registerPinRoutes } from '#server/forms/pins/routes.ts';
import { registerProfilePictureRoutes } from '#server/files/profilePictures/routes.ts';
import { registerProviderFormRoutes } from '#server/forms/providerForms/routes.ts';
import { registerExportRoutes } from '#server/forms/exports/routes.ts';
import { registerErasureRoutes } from '#server/forms/erasures/routes.ts';
import { registerSubmissionRoutes } from '#server/forms/submissions/routes.ts';
import { registerPublicConfigRoutes } from '#server/accounts/publicConfig/routes.ts';
import { registerRelationRoutes } from '#server/access/relations/routes.ts';
import { registerSearchRoutes } from '#server/cases/search/routes.ts';
import { registerSecondFactorRoutes } from '#server/access/secondFactor/routes.ts';
import { toStaffCaller } from './staffCaller.ts';
import { hasSecondFactor } from '#server/access/sessions/service.ts';
import { registerSessionRoutes } from '#server/access/sessions/routes.ts';
import { registerApiKeyRoutes } from '#server/accounts/apiKeys/routes.ts';
import { registerStaffRoutes } from '#server/accounts/staff/routes.ts';
import { serveSetUpPage } from '#server/portal/setUp/routes.ts';
import { registerSupportRoutes } from '#server/portal/support/routes.ts';
import { registerTaskRoutes } from '#server/tasks/tasks/routes.ts';
import { listTaskFiles } from '#server/tasks/tasks/archive.ts';
import { getSharedTask } from '#server/tasks/tasks/service.ts';
import { registerTileRoutes } from '#server/forms/tiles/routes.ts';
import { registerUserRoutes } from '#server/access/users/routes.ts';
import { registerValidatorRoutes } from '#server/validators/routes.ts';

export type AppOptions = {
  webAppFolder: string;
  /** Renders pages on the server; without it they are sent empty, as in development. */
  serverRender?: ServerRender | undefined;
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
    serverRender,
    logger = createLogger(deps.config.logLevel),
    extend,
    idleMs = requestLimits.idleMs,
  }: AppOptions,
): Promise<FastifyInstance> {
  const { config } = deps;
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: requestLimits.maxBodyBytes,
    connectionTimeout: idleMs,
    requestTimeout: requestLimits.requestMs,
    frameworkErrors(_error, request, reply) {
      if (!redirectChangedLink(request, reply)) routeAsUnknown(app, request, reply);
    },
    clientErrorHandler: answerParserError,
    // one route for both paths of a call
    rewriteUrl: ({ url = '/' }) => toRoutedUrl(toOriginForm(url)),
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.decorateRequest('caller');
  app.decorate('toStaffCaller', toStaffCaller);
  closeConnectionsOnShutdown(app);
  cutSlowBodies(app, config);
  const listMethods = collectMethods(app);
  refuseContentEncodings(app);
  acceptJson(app);
  acceptLines(app);
  validateRequests(app);
  handleErrors(app, deps);
  logRequests(app);
  await secure(app, config);
  redirectChangedLinks(app);
  refuseControlCharacters(app);
  await app.register(cookie);
  await registerRateLimits(app, deps);
  await app.register(multipart, {
    limits: { fileSize: fileLimits.maxSizeBytes + 1, files: 1, fields: 20, parts: 21 },
    throwFileSizeLimit: false,
  });
  registerRoutes(app, deps);
  extend?.(app, deps);
  if (serverRender) serveLegalPages(app, deps, (text) => serverRender.markdown(text));
  serveLandingPages(app, deps, webAppFolder, serverRender);
  refuseUnknownLegalTexts(app, deps, webAppFolder, serverRender);
  serveFormPages(app, deps, webAppFolder, serverRender, findRequestedWorkflow);
  serveAccessPages(app, deps, webAppFolder, serverRender);
  const readFirstReplies = createFirstReplies(app, deps);
  await serveWebApp(app, { folder: webAppFolder, serverRender, listMethods, readFirstReplies });
  return app;
}

function registerFormRoutes(app: FastifyInstance, deps: Deps): void {
  registerAssistantRoutes(app, deps);
  registerBusinessFormRoutes(app, deps, hasSecondFactor);
  registerExpertRoutes(app, deps);
  registerExternalRequestRoutes(app, deps);
  registerInsuranceRoutes(app, deps);
  registerPinRoutes(app, deps);
  registerProviderFormRoutes(app, deps);
  registerSubmissionRoutes(app, deps);
  registerErasureRoutes(app, deps);
  registerExportRoutes(app, deps);
  registerEvidenceRoutes(app, deps);
  registerTileRoutes(app, deps);
  registerValidatorRoutes(app, deps);
  serveCopyPage(app, deps);
}

function registerRoutes(app: FastifyInstance, deps: Deps): void {
  registerApiDescriptionRoutes(app, deps.config);
  registerHealthRoutes(app, getReadiness(deps));
  registerPublicConfigRoutes(app, deps);
  registerFormRoutes(app, deps);
  registerAcceptanceRoutes(app, deps);
  registerAccountRoutes(app, deps);
  registerAdhocRoutes(app, deps);
  registerBoardRoutes(app, deps, hasSecondFactor);
  registerInboxRoutes(app, deps, hasSecondFactor);
  registerCaseStaffRoutes(app, deps);
  registerCaseArchiveRoutes(app, deps, listTaskFiles);
  registerCaseFileRoutes(app, deps);
  registerCaseHistoryRoutes(app, deps);
  registerCaseRoutes(app, deps);
  registerClientErasureRoutes(app, deps);
  registerCredentialRoutes(app, deps);
  registerDashboardRoutes(app, deps);
  registerEventRoutes(app, deps);
  registerFileRoutes(app, deps, {
    getUploadRules,
    isAttachmentOf,
    findSharedFile,
    getSharedTask,
    getReadableAnswers: (own, caller, workflowKey) =>
      getReadableAnswers(own, caller, workflowKey, hasSecondFactor),
  });
  registerImportRoutes(app, deps);
  registerLookRoutes(app, deps);
  registerLegalTextRoutes(app, deps);
  registerMessageRoutes(app, deps);
  registerFirmNotificationRoutes(app, deps);
  registerNotificationRoutes(app, deps);
  registerPushRoutes(app, deps);
  registerOwnDetailsRoutes(app, deps);
  registerRelationRoutes(app, deps);
  registerProfilePictureRoutes(app, deps);
  registerPublicPageRoutes(app, deps);
  registerSearchRoutes(app, deps);
  registerSecondFactorRoutes(app, deps);
  registerSessionRoutes(app, deps);
  registerApiKeyRoutes(app, deps);
  registerStaffRoutes(app, deps);
  serveSetUpPage(app, deps);
  registerSupportRoutes(app, deps);
  registerTaskRoutes(app, deps);
  registerUserRoutes(app, deps);
  registerWebhookRoutes(app, deps);
}
