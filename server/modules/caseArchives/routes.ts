import type { FastifyInstance } from 'fastify';
import { downloadCase } from '#schemas/caseArchives.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { asAttachment } from '#server/http/sendBytes.ts';
import { languageOf } from '#server/http/texts.ts';
import { archiveOf } from './service.ts';

export function registerCaseArchiveRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, downloadCase, async ({ caller, params, request, reply }) => {
    const { name, content } = await archiveOf(
      deps,
      { userId: caller.userId, accountIds: [params.acc] },
      params.akte,
      languageOf(request),
    );
    return asAttachment(reply.type('application/zip'), name).send(content);
  });
}
