import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  exportSubmissionsAsCsv,
  exportSubmissionsAsNdjson,
  exportSubmissionsAsXlsx,
  getAnswersPdf,
} from '#schemas/forms/submissions.ts';
import type { Deps } from '#server/deps.ts';
import { contentTypes } from '#server/http/contentTypes.ts';
import { getProvider } from '#server/forms/submissions/service.ts';
import { route, type RouteInput } from '#server/http/route.ts';
import { asAttachment } from '#server/http/sendBytes.ts';
import { exportLines, exportTable, writeAnswersFile, type ExportedTable } from './service.ts';

const send = (
  reply: FastifyReply,
  format: 'csv' | 'xlsx' | 'ndjson',
  { fileName, content }: ExportedTable,
): FastifyReply => asAttachment(reply.type(contentTypes[format]), fileName).send(content);

async function sendTable(
  deps: Deps,
  format: 'csv' | 'xlsx',
  input: RouteInput<typeof exportSubmissionsAsCsv>,
): Promise<FastifyReply> {
  const wanted = { formId: input.params.formId, format };
  return send(
    input.reply,
    format,
    await exportTable(deps, getProvider(input), wanted, input.query),
  );
}

export function registerExportRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, exportSubmissionsAsCsv, async (input) => sendTable(deps, 'csv', input));

  route(app, deps, exportSubmissionsAsXlsx, async (input) => sendTable(deps, 'xlsx', input));

  route(app, deps, exportSubmissionsAsNdjson, async (input) => {
    const content = exportLines(deps, getProvider(input), input.query);
    return send(input.reply, 'ndjson', { fileName: 'submissions.ndjson', content });
  });

  route(app, deps, getAnswersPdf, async ({ caller, params: { submissionId }, reply }) => {
    const { fileName, content } = await writeAnswersFile(deps, caller.accountId, submissionId);
    return asAttachment(reply.type(contentTypes.pdf), fileName).send(content);
  });
}
