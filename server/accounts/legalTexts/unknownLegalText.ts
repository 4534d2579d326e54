import type { FastifyInstance } from 'fastify';
import { callLimits } from '#schemas/platform/limits.ts';
import type { ServerRender } from '#schemas/portal/serverRender.ts';
import { findAccount } from '#server/accounts/accounts/service.ts';
import type { Deps } from '#server/deps.ts';
import { getPageLimit } from '#server/http/rateLimits.ts';
import { getPageLanguage } from '#server/texts.ts';
import { wantsPage } from '#server/webPages/webApp.ts';
import { buildPage, sendNotFound } from '#server/webPages/webPages.ts';

type ToText = { Params: { accountId: string } };

/** Sends 404 for a legal text of an unknown account; other texts are pages of the web app. */
export function refuseUnknownLegalTexts(
  app: FastifyInstance,
  deps: Deps,
  folder: string,
  serverRender: ServerRender | undefined,
): void {
  const html = buildPage(folder, 'home')?.();
  if (html === undefined) return;
  app.get<ToText>(
    '/legal/:legalText/:accountId',
    { onRequest: app.rateLimit(getPageLimit(deps, 'legal text', callLimits.readsPerMinute)) },
    async (request, reply) => {
      const { accountId } = request.params;
      if (!wantsPage(request) || (await findAccount(deps.db, accountId))) reply.callNotFound();
      else await sendNotFound(reply, html, getPageLanguage(request), serverRender);
      return reply;
    },
  );
}
