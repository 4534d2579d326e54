import type { FastifyInstance } from 'fastify';
import { getIcon, getLook, putLogo, putLook, putSecondaryLogo } from '#schemas/accounts/looks.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getLanguage } from '#server/texts.ts';
import { drawIcon, readLook, setLogo, setLook } from './service.ts';

export function registerLookRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getIcon, async ({ params, reply }) =>
    reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=3600')
      .send(await drawIcon(deps, params.acc)),
  );

  route(app, deps, getLook, async ({ caller }) => readLook(deps, caller.accountId));

  route(app, deps, putLook, async ({ caller, body }) => {
    await setLook(deps, caller.accountId, body);
    return body;
  });

  for (const [endpoint, column] of [
    [putLogo, 'logoKey'],
    [putSecondaryLogo, 'secondaryLogoKey'],
  ] as const) {
    route(app, deps, endpoint, async ({ caller, body, request }) => {
      await setLogo(deps, {
        accountId: caller.accountId,
        column,
        fileId: body.fileId,
        language: getLanguage(request),
      });
      return { changed: true } as const;
    });
  }
}
