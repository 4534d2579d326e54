import type { FastifyInstance } from 'fastify';
import { defaultLanguage, localized } from '#schemas/common.ts';
import type { FirstViews } from '#schemas/firstView.ts';
import { limits } from '#schemas/limits.ts';
import type { Deps } from '#server/deps.ts';
import { escapeHtml as escape } from '#server/http/escapeHtml.ts';
import { pageFor, sendPage } from '#server/http/webPages.ts';
import { openingOf } from './service.ts';

/** Links lead to visitors' forms, so nothing of them is on the device yet: they come with their title, and with how they begin. */
export function serveFormPages(
  app: FastifyInstance,
  deps: Deps,
  folder: string,
  firstViews: FirstViews | undefined,
): void {
  const html = pageFor(folder, 'form');
  if (html === undefined) return;
  const max =
    deps.config.mode === 'demo' ? limits.calls.demoPerMinute : limits.calls.readsPerMinute;
  const checkLimit = app.createRateLimit({ max });
  app.get<{ Params: { processGuid: string } }>(
    '/externalform/:processGuid',
    { schema: { hide: true } },
    async (request, reply) => {
      const { params, hostname, log } = request;
      const limit = await checkLimit(request);
      if (!limit.isAllowed && limit.isExceeded) return sendPage(reply, html); // the calls of the page say so in words
      const opening = await openingOf(deps, params.processGuid).catch((error: unknown) =>
        log.error({ err: error }, 'A form could not be looked up for its page'),
      );
      if (!opening) return sendPage(reply, html);
      const title = `${localized(opening.formElement.title, defaultLanguage)} – ${opening.accountName}`;
      return sendPage(
        reply,
        html.replace(/<title>.*?<\/title>/s, () => `<title>${escape(title)}</title>`),
        () => firstViews?.form(hostname, opening),
      );
    },
  );
}
