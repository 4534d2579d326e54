import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { downloadCase } from '#schemas/cases/caseArchives.ts';
import type { Deps } from '#server/deps.ts';
import { isHead } from '#server/http/requestKinds.ts';
import { route } from '#server/http/route.ts';
import { getClient } from '#server/http/session.ts';
import { asAttachment } from '#server/http/sendBytes.ts';
import { getLanguage } from '#server/texts.ts';
import { createArchive, type ListTaskFiles } from './service.ts';

export function registerCaseArchiveRoutes(
  app: FastifyInstance,
  deps: Deps,
  listTaskFiles: ListTaskFiles,
): void {
  route(app, deps, downloadCase, async ({ caller, params, request, reply }) => {
    const { name, open } = await createArchive(
      deps,
      getClient(caller, params.acc),
      { caseId: params.akte, language: getLanguage(request) },
      listTaskFiles,
    );
    const content = isHead(request) ? Readable.from([]) : await open();
    return asAttachment(reply.type('application/zip'), name).send(content);
  });
}
