import type { FastifyInstance } from 'fastify';
import { getLegalText, getLegalTexts, putLegalTexts } from '#schemas/accounts/legalTexts.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { route } from '#server/http/route.ts';
import { getLanguage } from '#server/texts.ts';
import { platformText } from './platformTexts.ts';
import { findTexts, getTexts, setTexts } from './repository.ts';

export function registerLegalTextRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    deps,
    getLegalText,
    async ({ params: { legalText }, query: { accountId }, request }) => {
      const account = accountId === undefined ? undefined : await findTexts(deps.db, accountId);
      if (accountId !== undefined && !account) throw problem('notFound');
      const own = account?.[legalText] ?? null;
      if (account && own !== null) return { text: own, accountName: account.name };
      return {
        text: platformText(legalText, getLanguage(request), deps.config),
        accountName: null,
      };
    },
  );

  route(app, deps, getLegalTexts, async ({ caller }) => getTexts(deps.db, caller.accountId));

  route(app, deps, putLegalTexts, async ({ caller, body }) => {
    await setTexts(deps.db, caller.accountId, body);
    return body;
  });
}
