import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  assignTask,
  changeTask,
  closeTask,
  getProviderTask,
  getTask,
  getTaskProcess,
  getTaskReminders,
  handSubmissionToCase,
  listProviderTasks,
  listTasks,
  setTaskReminders,
  setTaskStatus,
  submitTask,
  takeSubmissionFromCase,
  updateTask,
} from '#schemas/tasks/tasks.ts';
import type { Deps } from '#server/deps.ts';
import { assertProgramFields } from '#server/http/programFields.ts';
import { isHead } from '#server/http/requestKinds.ts';
import { route } from '#server/http/route.ts';
import { getClient, type CallerOf, type UserCaller } from '#server/http/session.ts';
import { getLanguage } from '#server/texts.ts';
import { handToCase, takeFromCase } from './handToCase.ts';
import * as providerTasks from './providerTasks.ts';
import * as repository from './repository.ts';
import * as tasks from './service.ts';

const language = (request: FastifyRequest) => getLanguage(request);

function registerProviderRoutes(app: FastifyInstance, deps: Deps): void {
  const provider = ({ accountId, staff }: CallerOf<'provider'>, request: FastifyRequest) => ({
    accountId,
    staff,
    language: language(request),
  });

  route(app, deps, assignTask, async ({ caller, params, body, request, idempotencyKey }) => {
    assertProgramFields(caller, body, ['externalId']);
    const scope = provider(caller, request);
    return providerTasks.assignTask(deps, scope, params.caseId, body, idempotencyKey);
  });

  route(app, deps, listProviderTasks, async ({ caller, query, request }) =>
    providerTasks.listTasks(deps, provider(caller, request), query),
  );

  route(app, deps, getProviderTask, async ({ caller, params }) =>
    providerTasks.getTask(deps, caller.accountId, params.workflowId),
  );

  route(app, deps, updateTask, async ({ caller, params, body, request, ifMatch }) =>
    providerTasks.changeTask(deps, provider(caller, request), params.workflowId, () => body, {
      ifMatch,
    }),
  );

  route(app, deps, changeTask, async ({ caller, params, body, request, ifMatch }) =>
    providerTasks.changeTask(
      deps,
      provider(caller, request),
      params.workflowId,
      (task) => providerTasks.mergeChange(task, body),
      { ifMatch },
    ),
  );

  route(app, deps, setTaskStatus, async ({ caller, params, body }) =>
    providerTasks.setStatus(deps, caller.accountId, params.workflowId, body.status),
  );

  route(app, deps, closeTask, async ({ caller, params }) =>
    providerTasks.closeTask(deps, caller.accountId, params.workflowId),
  );

  route(app, deps, handSubmissionToCase, async ({ caller, params, body, request }) =>
    handToCase(deps, { ...provider(caller, request), scopes: caller.scopes }, params, body),
  );

  route(app, deps, takeSubmissionFromCase, async ({ caller, params, request }) =>
    takeFromCase(deps, { ...provider(caller, request), scopes: caller.scopes }, params),
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
  const scope = (caller: UserCaller, { acc }: { acc: string }) => getClient(caller, acc);

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
    tasks.getProcess(deps, scope(caller, params), query.workflowKey, {
      language: language(request),
      isHead: isHead(request),
    }),
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
