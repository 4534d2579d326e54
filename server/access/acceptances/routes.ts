import type { FastifyInstance } from 'fastify';
import { activateAccount, getAcceptance } from '#schemas/access/acceptances.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { route } from '#server/http/route.ts';
import { getLanguage, getTexts } from '#server/texts.ts';
import { getAccount } from '#server/accounts/accounts/service.ts';
import { accept, acceptanceError, readAcceptance } from './service.ts';
import { inTransaction } from '#server/db/transaction.ts';

export function registerAcceptanceRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    deps,
    activateAccount,
    async ({ caller: { userId }, params: { acc }, body, request }) => {
      const language = getLanguage(request);
      if (body.accountId !== acc)
        throw problem('invalidInput', {
          '/accountId': getTexts(language)('error.invalidInput', {}),
        });
      await inTransaction(deps.db, async (db) => {
        const field = '/agbAndDatenschutzAccepted';
        const error = acceptanceError(
          await getAccount(db, { accountId: acc }),
          body.agbAndDatenschutzAccepted,
          language,
        );
        if (error) throw problem('invalidInput', { [field]: error });
        await accept(
          db,
          { accountId: acc, userId },
          {
            acceptedAt: deps.clock.now().toISOString(),
            shown: body.statementHashes,
            field,
            language,
          },
        );
      });
      return { isActivated: true as const };
    },
  );

  route(app, deps, getAcceptance, async ({ caller: { accountId }, params: { userId } }) =>
    readAcceptance(deps.db, { accountId, userId }),
  );
}
