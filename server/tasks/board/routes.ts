import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  changeBoardTask,
  getBoardTask,
  listBoardTasks,
  listStaff,
  moveBoardTask,
} from '#schemas/tasks/board.ts';
import type { HasSecondFactor } from '#server/accounts/staff/service.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getClient, type UserCaller } from '#server/http/session.ts';
import { getLanguage } from '#server/texts.ts';
import * as board from './service.ts';

export function registerBoardRoutes(
  app: FastifyInstance,
  deps: Deps,
  hasSecondFactor: HasSecondFactor,
): void {
  const onlooker = (caller: UserCaller, { acc }: { acc: string }, request: FastifyRequest) => ({
    userId: getClient(caller, acc).userId,
    accountId: acc,
    language: getLanguage(request),
    hasSecondFactor,
  });

  route(app, deps, listBoardTasks, async ({ caller, params, query, request }) =>
    board.listBoardTasks(deps, onlooker(caller, params, request), query),
  );

  route(app, deps, listStaff, async ({ caller, params, request }) =>
    board.listStaff(deps, onlooker(caller, params, request)),
  );

  route(app, deps, getBoardTask, async ({ caller, params, request }) =>
    board.readCard(deps, onlooker(caller, params, request), params.workflowId),
  );

  route(app, deps, moveBoardTask, async ({ caller, params, body, request }) =>
    board.moveCard(deps, onlooker(caller, params, request), params.workflowId, body),
  );

  route(app, deps, changeBoardTask, async ({ caller, params, body, request }) =>
    board.changeCard(deps, onlooker(caller, params, request), params.workflowId, body),
  );
}
