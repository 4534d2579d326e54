import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  assignTask,
  closeTask,
  getProviderTask,
  getTask,
  getTaskProcess,
  getTaskReminders,
  listProviderTasks,
  listTasks,
  setTaskReminders,
  setTaskStatus,
  submitTask,
  updateTask,
} from '#schemas/tasks/tasks.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import type { CallerOf, UserCaller } from '#server/http/session.ts';
import { getLanguage } from '#server/texts.ts';
import * as providerTasks from './providerTasks.ts';
import * as repository from './repository.ts';
import * as tasks from './service.ts';

const language = (request: FastifyRequest) => getLanguage(request);

function registerProviderRoutes(app: FastifyInstance, deps: Deps): void {
  const provider = ({ accountId }: CallerOf<'provider'>, request: FastifyRequest) => ({
    accountId,
    language: language(request),
  });

  route(app, deps, assignTask, async ({ caller, params, body, request, idempotencyKey }) =>
    providerTasks.assignTask(deps, provider(caller, request), params.caseId, body, idempotencyKey),
  );

  route(app, deps, listProviderTasks, async ({ caller, query }) =>
    providerTasks.listTasks(deps, caller.accountId, query),
  );

  route(app, deps, getProviderTask, async ({ caller, params }) =>
    providerTasks.getTask(deps, caller.accountId, params.workflowId),
  );

  route(app, deps, updateTask, async ({ caller, params, body, request }) =>
    providerTasks.changeTask(deps, provider(caller, request), params.workflowId, () => body),
  );

  route(app, deps, setTaskStatus, async ({ caller, params, body }) =>
    providerTasks.setStatus(deps, caller.accountId, params.workflowId, body.status),
  );

  route(app, deps, closeTask, async ({ caller, params }) =>
    providerTasks.closeTask(deps, caller.accountId, params.workflowId),
  );

  route(app, deps, getTaskReminders, async ({ caller }) => ({
    reminderHours: await repository.findReminderHours(deps.db, caller.accountId),
  }));

  route(app, deps, setTaskReminders, async ({ caller, body }) => {
    await repository.setReminderHours(deps.db, caller.accountId, body.reminderHours);
    return body;
  });
}

export function registerTaskRoutes(app: FastifyInstance, deps: Deps): void {
  registerProviderRoutes(app, deps);
  const scope = ({ userId }: UserCaller, { acc }: { acc: string }) => ({
    userId,
    accountIds: [acc],
  });

  route(app, deps, listTasks, async ({ caller, params, request }) => ({
    workflows: await tasks.listTasks(
      deps,
      scope(caller, params),
      params.akteIdHash,
      language(request),
    ),
  }));

  route(app, deps, getTask, async ({ caller, params, request }) =>
    tasks.getTask(deps, scope(caller, params), {
      caseId: params.akteIdHash,
      workflowKey: params.workflowKey,
      language: language(request),
    }),
  );

  route(app, deps, getTaskProcess, async ({ caller, params, query, request }) =>
    tasks.getProcess(deps, scope(caller, params), query.workflowKey, language(request)),
  );

  route(app, deps, submitTask, async ({ caller, params, query, body, request, idempotencyKey }) =>
    tasks.answerTask(
      deps,
      scope(caller, params),
      { workflowKey: query.workflowKey, language: language(request), idempotencyKey },
      body,
    ),
  );
}
