import type { FastifyInstance } from 'fastify';
import { getLegalText, getLegalTexts, putLegalTexts } from '#schemas/accounts/legalTexts.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getLanguage } from '#server/texts.ts';
import { getTexts, setTexts } from './repository.ts';
import { readLegalText } from './service.ts';

export function registerLegalTextRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getLegalText, async ({ params: { legalText }, query: { accountId }, request }) =>
    readLegalText(deps, legalText, accountId, getLanguage(request)),
  );

  route(app, deps, getLegalTexts, async ({ caller }) => getTexts(deps.db, caller.accountId));

  route(app, deps, putLegalTexts, async ({ caller, body }) => {
    await setTexts(deps.db, caller.accountId, body);
    return body;
  });
}
