import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  countInbox,
  getInboxPdf,
  getInboxRecord,
  listInbox,
  markInboxItem,
  openInboxItem,
} from '#schemas/tasks/inbox.ts';
import type { HasSecondFactor } from '#server/accounts/staff/service.ts';
import type { Deps } from '#server/deps.ts';
import { contentTypes } from '#server/http/contentTypes.ts';
import { route } from '#server/http/route.ts';
import { asAttachment } from '#server/http/sendBytes.ts';
import { getClient, type UserCaller } from '#server/http/session.ts';
import { getLanguage } from '#server/texts.ts';
import * as inbox from './service.ts';

export function registerInboxRoutes(
  app: FastifyInstance,
  deps: Deps,
  hasSecondFactor: HasSecondFactor,
): void {
  const onlooker = ({
    caller,
    params: { acc },
    request,
  }: {
    caller: UserCaller;
    params: { acc: string };
    request: FastifyRequest;
  }) => ({
    userId: getClient(caller, acc).userId,
    accountId: acc,
    language: getLanguage(request),
    hasSecondFactor,
  });

  route(app, deps, listInbox, async (input) => inbox.listInbox(deps, onlooker(input), input.query));

  route(app, deps, countInbox, async (input) => inbox.countInbox(deps, onlooker(input)));

  route(app, deps, getInboxRecord, async (input) =>
    inbox.readRecord(deps, onlooker(input), input.params.submissionId),
  );

  route(app, deps, openInboxItem, async (input) =>
    inbox.openItem(deps, onlooker(input), input.params.submissionId),
  );

  route(app, deps, markInboxItem, async (input) =>
    inbox.markItem(deps, onlooker(input), input.params.submissionId, input.body),
  );

  route(app, deps, getInboxPdf, async (input) => {
    const { fileName, content } = await inbox.writePdf(
      deps,
      onlooker(input),
      input.params.submissionId,
    );
    return asAttachment(input.reply.type(contentTypes.pdf), fileName).send(content);
  });
}
