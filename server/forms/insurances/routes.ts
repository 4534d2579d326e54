import type { FastifyInstance } from 'fastify';
import { listInsurances } from '#schemas/forms/insurances.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { route } from '#server/http/route.ts';
import { createInsuranceList } from './service.ts';

export function registerInsuranceRoutes(app: FastifyInstance, deps: Deps): void {
  const list = createInsuranceList(deps);

  route(app, deps, listInsurances, async ({ request }) =>
    list(request.log).catch((error: unknown) => {
      request.log.error({ err: error }, 'the list of insurers could not be had');
      throw createProblem('unavailable');
    }),
  );
}
