import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createMessage,
  getFolderTimeline,
  getMessage,
  getMessageFile,
  getMessagePdf,
  getTimeline,
  listFavorites,
  listMessages,
  markFavorite,
  readFolderMessages,
  readMessage,
  readMessages,
  sendFolderMessage,
  sendMessage,
  unmarkFavorite,
  withdrawMessage,
} from '#schemas/cases/messages.ts';
import type { Deps } from '#server/deps.ts';
import { isHead } from '#server/http/requestKinds.ts';
import { route } from '#server/http/route.ts';
import { assertProgramFields } from '#server/http/programFields.ts';
import { asAttachment } from '#server/http/sendBytes.ts';
import { getClient, type CallerOf, type UserCaller } from '#server/http/session.ts';
import { getLanguage } from '#server/texts.ts';
import { sendFile } from '#server/files/files/service.ts';
import { explainMessage } from './explainMessage.ts';
import * as providerMessages from './providerMessages.ts';
import * as messages from './service.ts';

const language = (request: FastifyRequest) => getLanguage(request);

function registerProviderRoutes(app: FastifyInstance, deps: Deps): void {
  const provider = ({ accountId, staff }: CallerOf<'provider'>, request: FastifyRequest) => ({
    accountId,
    staff,
    language: language(request),
  });

  route(
    app,
    deps,
    createMessage,
    async ({ caller, params, body, request, idempotencyKey }) => {
      assertProgramFields(caller, body, ['creatorName', 'creationDate', 'externalId']);
      return providerMessages.createMessage(
        deps,
        provider(caller, request),
        params.caseId,
        body,
        idempotencyKey,
      );
    },
    explainMessage('header'),
  );

  route(app, deps, listMessages, async ({ caller: { accountId }, params, query, request }) => {
    const provider = { accountId, language: language(request) };
    return providerMessages.listMessages(deps, provider, params.caseId, query);
  });

  route(app, deps, getMessage, async ({ caller, params }) =>
    providerMessages.getMessage(deps, caller.accountId, params),
  );

  route(app, deps, getMessageFile, async ({ caller, params, reply }) =>
    sendFile(deps, reply, await providerMessages.toMessageFile(deps, caller.accountId, params)),
  );

  route(app, deps, withdrawMessage, async ({ caller, params }) =>
    providerMessages.withdrawMessage(deps, caller.accountId, params),
  );
}

const scope = (caller: UserCaller, { acc }: { acc: string }) => getClient(caller, acc);

export function registerMessageRoutes(app: FastifyInstance, deps: Deps): void {
  registerProviderRoutes(app, deps);

  route(app, deps, getTimeline, async ({ caller, params, query }) =>
    messages.readTimeline(
      deps,
      scope(caller, params),
      { caseId: params.akte, folderId: null },
      query,
    ),
  );

  route(app, deps, getFolderTimeline, async ({ caller, params, query }) =>
    messages.readTimeline(
      deps,
      scope(caller, params),
      { caseId: params.akte, folderId: params.folder },
      query,
    ),
  );

  route(
    app,
    deps,
    sendMessage,
    async ({ caller, params, body, request, idempotencyKey }) =>
      messages.sendMessage(
        deps,
        scope(caller, params),
        { caseId: params.akte, folderId: null, language: language(request) },
        body,
        idempotencyKey,
      ),
    explainMessage('Header', 'TextContent'),
  );

  route(
    app,
    deps,
    sendFolderMessage,
    async ({ caller, params, body, request, idempotencyKey }) =>
      messages.sendMessage(
        deps,
        scope(caller, params),
        { caseId: params.akte, folderId: params.folder, language: language(request) },
        body,
        idempotencyKey,
      ),
    explainMessage('Header', 'TextContent'),
  );

  registerMarkRoutes(app, deps);
}

function registerMarkRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, markFavorite, async ({ caller, params }) =>
    messages.setFavorite(deps, scope(caller, params), params.akte, params.id, { isFavorite: true }),
  );

  route(app, deps, unmarkFavorite, async ({ caller, params }) =>
    messages.setFavorite(deps, scope(caller, params), params.akte, params.id, {
      isFavorite: false,
    }),
  );

  route(app, deps, readMessages, async ({ caller, params, body }) =>
    messages.readTimelineMessages(
      deps,
      scope(caller, params),
      { caseId: params.akte, folderId: null },
      body.Until,
    ),
  );

  route(app, deps, readFolderMessages, async ({ caller, params, body }) =>
    messages.readTimelineMessages(
      deps,
      scope(caller, params),
      { caseId: params.akte, folderId: params.folder },
      body.Until,
    ),
  );

  route(app, deps, readMessage, async ({ caller, params }) =>
    messages.readMessage(deps, scope(caller, params), params.akte, params.id),
  );

  route(app, deps, getMessagePdf, async ({ caller, params, request, reply }) => {
    const [client, { akte: caseId, id }] = [scope(caller, params), params];
    const message = { caseId, id, language: language(request) };
    const { name, content } = await messages.renderPdf(deps, client, message);
    // the PDF has the text of the message
    if (!isHead(request)) await messages.readOnce(deps, client, caseId, id);
    return asAttachment(reply.type('application/pdf'), name).send(content);
  });

  route(app, deps, listFavorites, async ({ caller, params, query }) =>
    messages.listFavorites(deps, scope(caller, params), params.akte, query.Cursor),
  );
}
