import type { FastifyInstance } from 'fastify';
import { listCaseFiles } from '#schemas/cases/caseFiles.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getClient } from '#server/http/session.ts';
import { listFiles } from './service.ts';

export function registerCaseFileRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, listCaseFiles, async ({ caller, params, query }) =>
    listFiles(deps, getClient(caller, params.acc), params.akte, query),
  );
}
