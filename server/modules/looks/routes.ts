import type { FastifyInstance } from 'fastify';
import { getLook, putLogo, putLook, putSecondaryLogo } from '#schemas/looks.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { languageOf } from '#server/http/texts.ts';
import { lookOf, setLogo, setLook } from './service.ts';

export function registerLookRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getLook, async ({ caller }) => lookOf(deps, caller.accountId));

  route(app, deps, putLook, async ({ caller, body }) => {
    await setLook(deps, caller.accountId, body);
    return body;
  });

  for (const [endpoint, column] of [[putLogo, 'logoKey'], [putSecondaryLogo, 'secondaryLogoKey']] as const) {
    route(app, deps, endpoint, async ({ caller, body, request }) => {
      await setLogo(deps, { accountId: caller.accountId, column, fileId: body.fileId, language: languageOf(request.headers['accept-language']) });
      return { changed: true } as const;
    });
  }
}
