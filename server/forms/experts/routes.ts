import type { FastifyInstance } from 'fastify';
import { deleteExpert, listExperts, listParticipants, putExpert } from '#schemas/forms/experts.ts';
import { listLimits } from '#server/http/limits.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { createProblem } from '#server/problem.ts';
import { route } from '#server/http/route.ts';
import * as repository from './repository.ts';
import * as service from './service.ts';

export function registerExpertRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  route(app, deps, listParticipants, async ({ caller, params }) => {
    if (caller.kind === 'form' && caller.accountId !== params.acc) throw createProblem('notFound');
    return service.findExperts(deps, params.acc, params.postalCode);
  });

  route(
    app,
    deps,
    listExperts,
    async ({ caller: { accountId }, query: { cursor, limit = listLimits.pageSize } }) => {
      const found = await repository.listExperts(
        db,
        accountId,
        limit,
        cursor ? decodeCursor(cursor) : undefined,
      );
      const { rows, ...next } = toPage(found, limit, ({ createdAt, id }) => ({
        at: createdAt,
        id,
      }));
      const areas = await repository.listAreas(
        db,
        accountId,
        rows.map(({ id }) => id),
      );
      return {
        items: rows.map(({ id, name, place }) => ({
          expertId: id,
          name,
          place,
          areas: areas.get(id) ?? [],
        })),
        ...next,
        total: await repository.countExperts(db, accountId),
      };
    },
  );

  route(app, deps, putExpert, async ({ caller, params, body }) =>
    service.putExpert(deps, caller.accountId, params.expertId, body),
  );

  route(app, deps, deleteExpert, async ({ caller, params }) => {
    if (!(await repository.deleteExpert(db, caller.accountId, params.expertId)))
      throw createProblem('notFound');
    return { deleted: true };
  });
}
