import type { FastifyInstance } from 'fastify';
import {
  createForm,
  getForm,
  listForms,
  publishForm,
  setFormClosing,
  setFormVisibility,
  updateForm,
  withdrawForm,
} from '#schemas/forms/providerForms.ts';
import { listLimits } from '#server/http/limits.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { route } from '#server/http/route.ts';
import { getLanguage } from '#server/texts.ts';
import { withClosings } from '#server/forms/closings/service.ts';
import { explainDefinition } from './checkDefinition.ts';
import * as repository from './repository.ts';
import * as service from './service.ts';

const getAuthor = ({
  caller,
  request,
}: {
  caller: { accountId: string };
  request: { headers: { 'accept-language'?: string | undefined } };
}) => ({ accountId: caller.accountId, language: getLanguage(request) });

export function registerProviderFormRoutes(app: FastifyInstance, deps: Deps): void {
  registerFormRoutes(app, deps);
  registerFormListRoute(app, deps);
}

function registerFormRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    deps,
    createForm,
    async (input) => {
      const { body, idempotencyKey } = input;
      const options = { idempotencyKey, visibility: body.visibility };
      return service.createForm(deps, getAuthor(input), body.definition, options);
    },
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

  route(app, deps, setFormVisibility, async ({ caller, params, body }) =>
    service.setVisibility(deps, caller.accountId, params.formId, body.visibility),
  );

  route(app, deps, setFormClosing, async (input) =>
    service.setClosing(deps, getAuthor(input), input.params.formId, input.body),
  );

  route(app, deps, publishForm, async (input) =>
    service.publishForm(deps, getAuthor(input), input.params.formId),
  );

  route(app, deps, withdrawForm, async ({ caller, params }) =>
    service.withdrawForm(deps, caller.accountId, params.formId),
  );

  route(app, deps, getForm, async ({ caller, params }) =>
    service.readForm(deps, caller.accountId, params.formId),
  );
}

function registerFormListRoute(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    deps,
    listForms,
    async ({
      caller: { accountId },
      query: { cursor, limit = listLimits.pageSize, ...filter },
    }) => {
      const after = cursor ? decodeCursor(cursor) : undefined;
      const found = await repository.listForms(deps.db, accountId, filter, { limit, after });
      const { rows, ...next } = toPage(found, limit, ({ createdAt, id }) => ({
        at: createdAt,
        id,
      }));
      const forms = await withClosings(deps, rows);
      return {
        items: forms.map((form) => service.presentForm(deps, form)),
        ...next,
        total: await repository.countForms(deps.db, accountId, filter),
      };
    },
  );
}
