import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#schemas/platform/common.ts';
import { callLimits } from '#schemas/platform/limits.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import type { Deps } from '#server/deps.ts';
import { parseUrlEncoded } from '#server/http/input/encodings.ts';
import { assertOwnPage } from '#server/http/ownPage.ts';
import { sendPlainPage } from '#server/http/plainPage.ts';
import { getPageLimit } from '#server/http/rateLimits.ts';
import { setUpLimits } from '#server/portal/limits.ts';
import { getPageLanguage } from '#server/texts.ts';
import { readSetUpInput } from './fields.ts';
import { isSetUpTokenValid } from './link.ts';
import { renderSetUpDone, renderSetUpEnded, renderSetUpForm } from './page.ts';
import { setUpFirm } from './service.ts';

type ToPage = { Params: { token: string } };

const sendEnded = (reply: FastifyReply, language: Language): FastifyReply =>
  sendPlainPage(reply.code(410), { language, ...renderSetUpEnded(language) });

/** Serves the page behind the set-up link, which creates the first firm. It needs no scripts. */
export function serveSetUpPage(app: FastifyInstance, deps: Deps): void {
  const limit = (name: string, max: number) => ({
    config: { isPage: true },
    onRequest: app.rateLimit(getPageLimit(deps, name, max)),
  });
  const path = webAddresses.setUpPattern;

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: setUpLimits.maxBodyBytes },
      (_, body, done) => done(null, parseUrlEncoded(body)),
    );

    scope.get<ToPage>(path, limit('set-up', callLimits.readsPerMinute), async (request, reply) => {
      const language = getPageLanguage(request);
      if (!(await isSetUpTokenValid(deps, deps.db, request.params.token)))
        return sendEnded(reply, language);
      return sendPlainPage(reply, { language, ...renderSetUpForm({ language }) });
    });

    const posted = limit('posted set-up', setUpLimits.postsPerMinute);
    scope.post<ToPage & { Body: URLSearchParams | undefined }>(
      path,
      {
        ...posted,
        onRequest: [async (request: FastifyRequest) => assertOwnPage(request), posted.onRequest],
      },
      async (request, reply) => {
        const { params, body = new URLSearchParams() } = request;
        const language = getPageLanguage(request);
        const input = readSetUpInput(body);
        const outcome = await setUpFirm(deps, params.token, input, language);
        if (outcome === 'linkEnded') return sendEnded(reply, language);
        if ('created' in outcome)
          return sendPlainPage(reply, { language, ...renderSetUpDone(language, outcome.created) });
        const typed = { input, errors: outcome.errors };
        return sendPlainPage(reply.code(422), {
          language,
          ...renderSetUpForm({ language, typed }),
        });
      },
    );
  });
}
