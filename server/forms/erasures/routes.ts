import type { FastifyInstance } from 'fastify';
import { eraseSubmission, listErasures } from '#schemas/forms/erasures.ts';
import type { Deps } from '#server/deps.ts';
import { getProvider } from '#server/forms/submissions/service.ts';
import { route } from '#server/http/route.ts';
import * as service from './service.ts';

export function registerErasureRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, eraseSubmission, async (input) =>
    service.eraseSubmission(deps, getProvider(input), input.params.submissionId, input.body.reason),
  );

  route(app, deps, listErasures, async (input) =>
    service.listErasures(deps, getProvider(input), input.query),
  );
}
