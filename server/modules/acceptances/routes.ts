import type { FastifyInstance } from 'fastify';
import { activateAccount, getAcceptance } from '#schemas/acceptances.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { languageOf, textsIn } from '#server/http/texts.ts';
import { accountOf } from '#server/modules/accounts/service.ts';
import { accept, acceptanceError, acceptanceOf } from './service.ts';

export function registerAcceptanceRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    deps,
    activateAccount,
    async ({ caller: { userId }, params: { acc }, body, request }) => {
      const language = languageOf(request);
      if (body.accountId !== acc)
        throw problem('invalidInput', {
          '/accountId': textsIn(language)('error.invalidInput', {}),
        });
      await deps.db.transaction().execute(async (db) => {
        const field = '/agbAndDatenschutzAccepted';
        const error = acceptanceError(
          await accountOf(db, { accountId: acc }),
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
    acceptanceOf(deps.db, { accountId, userId }),
  );
}
