import type { FastifyInstance } from 'fastify';
import { activateAccount, getAcceptance } from '#schemas/access/acceptances.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { route } from '#server/http/route.ts';
import { getClient } from '#server/http/session.ts';
import { getLanguage, getTexts } from '#server/texts.ts';
import { getAccount } from '#server/accounts/accounts/service.ts';
import { accept, getAcceptanceError, readAcceptance, resumeRelation } from './service.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';

export function registerAcceptanceRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, activateAccount, async ({ caller, params: { acc }, body, request }) => {
    const { userId } = getClient(caller, acc);
    const language = getLanguage(request);
    if (body.accountId !== acc)
      throw createProblem('invalidInput', {
        '/accountId': getTexts(language)('error.invalidInput', {}),
      });
    await inTransactionWithEvents(deps, async (db, queueEvent) => {
      const field = '/agbAndDatenschutzAccepted';
      const error = getAcceptanceError(
        await getAccount(db, { accountId: acc }),
        body.agbAndDatenschutzAccepted,
        language,
      );
      if (error) throw createProblem('invalidInput', { [field]: error });
      if (caller.endedAccountIds.includes(acc))
        await resumeRelation(deps, db, queueEvent, { accountId: acc, userId });
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
      queueEvent([userId], {
        type: 'accountActivated',
        accountId: acc,
        akteIdHash: null,
        folderId: null,
        messageId: null,
      });
    });
    return { isActivated: true as const };
  });

  route(app, deps, getAcceptance, async ({ caller: { accountId }, params: { userId } }) =>
    readAcceptance(deps.db, { accountId, userId }),
  );
}
