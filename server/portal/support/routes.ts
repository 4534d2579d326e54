import type { FastifyInstance } from 'fastify';
import { sendSupportRequest } from '#schemas/portal/support.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { route } from '#server/http/route.ts';
import { getLanguage } from '#server/texts.ts';
import { askSupport } from './service.ts';

export function registerSupportRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    deps,
    sendSupportRequest,
    async ({ caller, params, body, idempotencyKey, request }) => {
      if (body.accountId !== params.acc) throw createProblem('notFound');
      return askSupport(deps, { userId: caller.userId, accountId: params.acc }, body.payload, {
        language: getLanguage(request),
        idempotencyKey,
      });
    },
  );
}
