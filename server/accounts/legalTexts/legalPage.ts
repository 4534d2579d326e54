import type { FastifyInstance } from 'fastify';
import { legalTextNames } from '#schemas/accounts/legalTexts.ts';
import { callLimits } from '#schemas/platform/limits.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import type { Deps } from '#server/deps.ts';
import { sendPlainPage } from '#server/http/plainPage.ts';
import { getPageLimit } from '#server/http/rateLimits.ts';
import { createProblem } from '#server/problem.ts';
import { getPageLanguage, getTexts } from '#server/texts.ts';
import { readLegalText } from './service.ts';

type ToText = { Params: { legalText: string; accountId?: string } };

/** Serves legal texts as pages without scripts: an account's and the operator's. */
export function serveLegalPages(
  app: FastifyInstance,
  deps: Deps,
  renderMarkdown: (text: string) => string,
): void {
  const limit = getPageLimit(deps, 'legal text', callLimits.readsPerMinute);
  const { plainLegalTextPattern, plainOperatorTextPattern } = webAddresses;
  for (const pattern of [plainLegalTextPattern, plainOperatorTextPattern])
    app.get<ToText>(
      pattern,
      { config: { isPage: true }, onRequest: app.rateLimit(limit) },
      async (request, reply) => {
        const { legalText, accountId } = request.params;
        const language = getPageLanguage(request);
        const name = legalTextNames.find((each) => each === legalText);
        if (!name) throw createProblem('notFound');
        const { text, accountName } = await readLegalText(deps, name, accountId, language);
        const label = getTexts(language)(`legal.${name}`, {});
        const title = accountName === null ? label : `${label} – ${accountName}`;
        return sendPlainPage(reply, { language, title, html: renderMarkdown(text) });
      },
    );
}
