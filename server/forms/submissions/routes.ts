import type { FastifyInstance } from 'fastify';
import {
  downloadSubmissionFile,
  getSubmission,
  listSubmissions,
  markSubmission,
} from '#schemas/forms/submissions.ts';
import type { Deps } from '#server/deps.ts';
import { listFilesOfSubmission, sendFile } from '#server/files/files/service.ts';
import { route } from '#server/http/route.ts';
import { createProblem } from '#server/problem.ts';
import * as service from './service.ts';

export function registerSubmissionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  route(app, deps, listSubmissions, async (input) =>
    service.listSubmissions(deps, service.getProvider(input), input.query),
  );

  route(app, deps, getSubmission, async ({ caller, params }) =>
    service.readSubmission(deps, caller.accountId, params.submissionId),
  );

  route(app, deps, markSubmission, async (input) =>
    service.markSubmission(deps, service.getProvider(input), input.params.submissionId, {
      marks: input.body,
      ifMatch: input.ifMatch,
    }),
  );

  route(app, deps, downloadSubmissionFile, async ({ caller, params, reply }) => {
    const { submissionId, fileId } = params;
    const file =
      (await service.hasSubmission(db, caller.accountId, submissionId)) &&
      (await listFilesOfSubmission(db, submissionId)).find(({ id }) => id === fileId);
    if (!file) throw createProblem('notFound');
    return sendFile(deps, reply, file);
  });
}
