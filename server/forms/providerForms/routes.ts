import type { FastifyInstance } from 'fastify';
import type { Language } from '#schemas/platform/common.ts';
import { getContent } from '#schemas/forms/forms.ts';
import {
  createForm,
  downloadSubmissionFile,
  getForm,
  getSubmission,
  listForms,
  listSubmissions,
  publishForm,
  updateForm,
  uploadProviderFile,
  withdrawForm,
  type SubmissionSummary,
} from '#schemas/forms/providerForms.ts';
import { listLimits } from '#server/http/limits.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { problem } from '#server/problem.ts';
import { route } from '#server/http/route.ts';
import { getLanguage } from '#server/texts.ts';
import {
  listFilesOfSubmission,
  getAccountOwner,
  presentFile,
  sendFile,
  storeUpload,
} from '#server/files/files/service.ts';
import { explainDefinition } from './checkDefinition.ts';
import * as repository from './repository.ts';
import * as service from './service.ts';

const presentSubmission = (row: repository.SubmissionListRow): SubmissionSummary => ({
  submissionId: row.id,
  formId: row.formId,
  processGuid: row.processGuid,
  revision: row.revision,
  language: row.language as Language,
  submittedAt: row.submittedAt,
  suspicions: row.suspicions,
});

const getAuthor = ({
  caller,
  request,
}: {
  caller: { accountId: string };
  request: { headers: { 'accept-language'?: string | undefined } };
}) => ({ accountId: caller.accountId, language: getLanguage(request) });

export function registerProviderFormRoutes(app: FastifyInstance, deps: Deps): void {
  registerFormRoutes(app, deps);
  registerSubmissionRoutes(app, deps);
}

function registerFormRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    deps,
    createForm,
    async (input) =>
      service.createForm(deps, getAuthor(input), input.body.definition, input.idempotencyKey),
    explainDefinition,
  );

  route(
    app,
    deps,
    updateForm,
    async (input) =>
      service.replaceDraft(deps, getAuthor(input), input.params.formId, input.body.definition),
    explainDefinition,
  );

  route(app, deps, publishForm, async (input) =>
    service.publishForm(deps, getAuthor(input), input.params.formId),
  );

  route(app, deps, withdrawForm, async ({ caller, params }) =>
    service.withdrawForm(deps, caller.accountId, params.formId),
  );

  route(
    app,
    deps,
    listForms,
    async ({ caller, query: { cursor, limit = listLimits.pageSize } }) => {
      const found = await repository.listForms(
        deps.db,
        caller.accountId,
        limit,
        cursor ? decodeCursor(cursor) : undefined,
      );
      const { rows, ...next } = toPage(found, limit, ({ createdAt, id }) => ({
        at: createdAt,
        id,
      }));
      return { items: rows.map((row) => service.presentForm(deps, row)), ...next };
    },
  );

  route(app, deps, getForm, async ({ caller, params }) =>
    service.readForm(deps, caller.accountId, params.formId),
  );

  route(app, deps, uploadProviderFile, async ({ caller, request, idempotencyKey }) =>
    presentFile(
      await storeUpload(deps, request, {
        owner: getAccountOwner(caller.accountId),
        idempotencyKey,
      }),
    ),
  );
}

function registerSubmissionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  route(
    app,
    deps,
    listSubmissions,
    async ({ caller, query: { cursor, formId, limit = listLimits.pageSize } }) => {
      const found = await repository.listSubmissions(db, caller.accountId, {
        limit,
        ...(cursor ? { after: decodeCursor(cursor) } : {}),
        ...(formId ? { formId } : {}),
      });
      const { rows, ...next } = toPage(found, limit, ({ submittedAt, id }) => ({
        at: submittedAt,
        id,
      }));
      return { items: rows.map(presentSubmission), ...next };
    },
  );

  route(app, deps, getSubmission, async ({ caller, params }) => {
    const submission = await repository.findSubmission(db, caller.accountId, params.submissionId);
    if (!submission) throw problem('notFound');
    const files = await listFilesOfSubmission(db, submission.id);
    return {
      ...presentSubmission(submission),
      agbAccepted: submission.agbAccepted === 1,
      datenschutzAccepted: submission.datenschutzAccepted === 1,
      formElement: getContent(submission.definition),
      answers: submission.answers,
      files: files.map((file) => ({
        ...presentFile(file),
        elementId: file.elementId ?? '',
        sha256: file.sha256,
      })),
    };
  });

  route(app, deps, downloadSubmissionFile, async ({ caller, params, reply }) => {
    const { submissionId, fileId } = params;
    const file =
      (await repository.hasSubmission(db, caller.accountId, submissionId)) &&
      (await listFilesOfSubmission(db, submissionId)).find(({ id }) => id === fileId);
    if (!file) throw problem('notFound');
    return sendFile(deps, reply, file);
  });
}
