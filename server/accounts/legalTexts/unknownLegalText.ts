import type { FastifyInstance } from 'fastify';
import { callLimits } from '#schemas/platform/limits.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { findAccount } from '#server/accounts/accounts/service.ts';
import type { Deps } from '#server/deps.ts';
import { getPageLimit } from '#server/http/rateLimits.ts';
import { getPageLanguage } from '#server/texts.ts';
import { wantsPage } from '#server/webPages/webApp.ts';
import { buildPage, sendNotFound } from '#server/webPages/webPages.ts';

type ToText = { Params: { accountId: string } };

/** False for an unknown account. True in an outage, because the web app tries again by itself. */
const mayExist = async ({ db }: Deps, accountId: string): Promise<boolean> =>
  findAccount(db, accountId).then(
    (account) => account !== undefined,
    () => true,
  );

/** Sends 404 for a legal text of an unknown account; other texts are pages of the web app. */
export function refuseUnknownLegalTexts(
  app: FastifyInstance,
  deps: Deps,
  folder: string,
  serverRender: Parameters<typeof sendNotFound>[3],
): void {
  const html = buildPage(folder, 'home')?.();
  if (html === undefined) return;
  app.get<ToText>(
    webAddresses.legalTextPattern,
    { onRequest: app.rateLimit(getPageLimit(deps, 'legal text', callLimits.readsPerMinute)) },
    async (request, reply) => {
      const { accountId } = request.params;
      const isUnknown = wantsPage(request) && !(await mayExist(deps, accountId));
      if (isUnknown) await sendNotFound(reply, html, getPageLanguage(request), serverRender);
      else reply.callNotFound(); // its handler serves the web app
      return reply;
    },
  );
}
