import type { FastifyInstance } from 'fastify';
import {
  accessProcess,
  getProcess,
  loginWithPin,
  notePage,
  startWorkflow,
  submitProcess,
} from '#schemas/forms/assistants.ts';
import type { WorkflowRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem, createSubmittedProblem } from '#server/problem.ts';
import { route } from '#server/http/route.ts';
import type { CallerOf } from '#server/http/session.ts';
import { getLanguage } from '#server/texts.ts';
import { readPinProof } from './pinCookie.ts';
import * as repository from './repository.ts';
import * as service from './service.ts';

/** A form token opens its own workflow only. */
async function getOwnWorkflow(
  { db }: Deps,
  caller: CallerOf<'form'>,
  workflowKey: string,
): Promise<WorkflowRow> {
  const workflow =
    caller.workflowKey === workflowKey ? await repository.findWorkflow(db, workflowKey) : undefined;
  if (!workflow) throw createProblem('notFound');
  return workflow;
}

export function registerAssistantRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, startWorkflow, async ({ body, idempotencyKey, request, reply }) =>
    service.startWorkflow(deps, body.key, idempotencyKey, readPinProof(deps, request, reply)),
  );

  route(app, deps, loginWithPin, async ({ body, idempotencyKey, request, reply }) =>
    service.loginWithPin(
      deps,
      body.key,
      body.password,
      idempotencyKey,
      readPinProof(deps, request, reply),
    ),
  );

  route(app, deps, accessProcess, async ({ body, request, reply }) =>
    service.accessWorkflow(
      deps,
      body.workflowKey,
      readPinProof(deps, request, reply),
      body.idempotencyKey,
    ),
  );

  route(app, deps, notePage, async ({ body }) => ({
    isCounted: await service.countPageVisit(deps, body.workflowKey, body.page),
  }));

  route(app, deps, getProcess, async ({ caller, query }) => {
    const workflow = await getOwnWorkflow(deps, caller, query.workflowKey);
    if (workflow.submittedAt) throw createSubmittedProblem(workflow.submittedAt);
    return service.presentProcess(deps, workflow);
  });

  route(app, deps, submitProcess, async ({ caller, query, body, request, idempotencyKey }) => {
    const workflow = await getOwnWorkflow(deps, caller, query.workflowKey);
    return service.storeAnswers(
      deps,
      { workflow, language: getLanguage(request), idempotencyKey },
      body,
      request.log,
    );
  });
}
