import type { FastifyInstance } from 'fastify';
import { downloadCase } from '#schemas/cases/caseArchives.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { asAttachment } from '#server/http/sendBytes.ts';
import { getLanguage } from '#server/texts.ts';
import { createArchive } from './service.ts';

export function registerCaseArchiveRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, downloadCase, async ({ caller, params, request, reply }) => {
    const { name, content } = await createArchive(
      deps,
      { userId: caller.userId, accountIds: [params.acc] },
      params.akte,
      getLanguage(request),
    );
    return asAttachment(reply.type('application/zip'), name).send(content);
  });
}
