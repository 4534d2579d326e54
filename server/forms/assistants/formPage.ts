import type { FastifyInstance } from 'fastify';
import { defaultLanguage, localized } from '#schemas/platform/common.ts';
import type { FirstView } from '#schemas/platform/firstView.ts';
import type { FormOpening } from '#schemas/forms/assistants.ts';
import { callLimits } from '#schemas/platform/limits.ts';
import { requestLimits } from '#server/http/limits.ts';
import type { Deps } from '#server/deps.ts';
import { escapeHtml as escape } from '#server/http/escapeHtml.ts';
import { buildPage, sendPage } from '#server/serverRender/webPages.ts';
import { getOpening } from './service.ts';

/**
 * Renders the first view and the title of a form, because visitors open it by link with an empty
 * cache.
 */
export function serveFormPages(
  app: FastifyInstance,
  deps: Deps,
  folder: string,
  renderFirstView: ((host: string, opening: FormOpening) => FirstView) | undefined,
): void {
  const html = buildPage(folder, 'form');
  if (html === undefined) return;
  const max = deps.config.mode === 'demo' ? requestLimits.demoPerMinute : callLimits.readsPerMinute;
  const checkLimit = app.createRateLimit({ max });
  app.get<{ Params: { processGuid: string } }>(
    '/externalform/:processGuid',
    { schema: { hide: true } },
    async (request, reply) => {
      const { params, hostname, log } = request;
      const limit = await checkLimit(request);
      // the page's own calls show the error
      if (!limit.isAllowed && limit.isExceeded) return sendPage(reply, html);
      const opening = await getOpening(deps, params.processGuid).catch((error: unknown) =>
        log.error({ err: error }, 'A form could not be looked up for its page'),
      );
      if (!opening) return sendPage(reply, html);
      const formTitle = localized(opening.formElement.title, defaultLanguage);
      const title = `${formTitle} – ${opening.accountName}`;
      return sendPage(
        reply,
        html.replace(/<title>.*?<\/title>/s, () => `<title>${escape(title)}</title>`),
        () => renderFirstView?.(hostname, opening),
      );
    },
  );
}
