import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Language } from '#schemas/platform/common.ts';
import { callLimits } from '#schemas/platform/limits.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { findAccount } from '#server/accounts/accounts/service.ts';
import type { Deps } from '#server/deps.ts';
import { ignoreBodies } from '#server/http/input/ignoreBodies.ts';
import { renderButton, renderParagraph, sendPlainPage } from '#server/http/plainPage.ts';
import { getPageLimit } from '#server/http/rateLimits.ts';
import { getLanguage, getTexts } from '#server/texts.ts';
import { stopAll } from './settings.ts';
import { readStopKey } from './stopLink.ts';

type Page = { language: Language; title: string; text: string; button?: string };

const sendPage = (reply: FastifyReply, { language, title, text, button }: Page): FastifyReply => {
  const parts = [renderParagraph(text), ...(button === undefined ? [] : [renderButton(button)])];
  return sendPlainPage(reply, { language, title, html: parts.join('\n      ') });
};

/**
 * Serves the link in a mail that ends such mails. Opening it only asks, because scanners open
 * links. Its POST comes from the page's button, or from a mail program (RFC 8058).
 */
export function serveStopPage(app: FastifyInstance, deps: Deps): void {
  const options = {
    onRequest: app.rateLimit(getPageLimit(deps, 'stop', callLimits.readsPerMinute)),
  };
  const path = webAddresses.stopNotifications;
  const open = async (key: string | undefined) => {
    const recipient = key === undefined ? undefined : readStopKey(deps, key);
    const account = recipient && (await findAccount(deps.db, recipient.accountId));
    return recipient && account && { recipient, name: account.name };
  };
  const sendUnknown = (reply: FastifyReply, language: Language) =>
    sendPage(reply.code(404), {
      language,
      title: getTexts(language)('stop.unknown', {}),
      text: getTexts(language)('stop.unknown.text', {}),
    });

  void app.register(async (scope) => {
    ignoreBodies(scope); // a mail program's body says only that it was one click

    scope.get<{ Querystring: { key?: string } }>(path, options, async (request, reply) => {
      const language = getLanguage(request);
      const link = await open(request.query.key);
      if (!link) return sendUnknown(reply, language);
      const text = getTexts(language);
      return sendPage(reply, {
        language,
        title: text('stop.title', {}),
        text: text('stop.text', { name: link.name }),
        button: text('stop.button', {}),
      });
    });

    scope.post<{ Querystring: { key?: string } }>(path, options, async (request, reply) => {
      const language = getLanguage(request);
      const link = await open(request.query.key);
      if (!link) return sendUnknown(reply, language);
      await stopAll(deps, link.recipient);
      const text = getTexts(language);
      return sendPage(reply, {
        language,
        title: text('stop.done', {}),
        text: text('stop.done.text', { name: link.name }),
      });
    });
  });
}
