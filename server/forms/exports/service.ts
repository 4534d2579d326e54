import { Readable } from 'node:stream';
import type { SubmissionFilter, TableQuery } from '#schemas/forms/submissions.ts';
import { buildDocumentName } from '#schemas/files/downloadNames.ts';
import { getLetterhead } from '#server/accounts/accounts/service.ts';
import { readEvidence, writeAnswersPdf } from '#server/forms/evidence/service.ts';
import { buildReference } from '#server/forms/reference.ts';
import type { Position } from '#server/db/paginate.ts';
import type { Deps } from '#server/deps.ts';
import { listFilesOfSubmissions } from '#server/files/files/service.ts';
import { exportLimits } from '#server/forms/limits.ts';
import { getOwnForm } from '#server/forms/providerForms/service.ts';
import {
  listForExport,
  listRevisions,
  presentAnswers,
  readFilter,
  type ExportedSubmission,
  type Filter,
  type Provider,
} from '#server/forms/submissions/service.ts';
import { getTexts } from '#server/texts.ts';
import { buildTable } from './columns.ts';
import { writeCsv, writeLines, writeXlsx } from './formats.ts';

/** Reads submissions in batches, so that memory does not grow with their number or size. */
async function* readBatches(
  { db }: Deps,
  accountId: string,
  filter: Filter,
): AsyncGenerator<ExportedSubmission[]> {
  const { rowsAtOnce, charactersAtOnce } = exportLimits;
  let after: Position | undefined;
  for (;;) {
    const next = { rowsAtOnce, charactersAtOnce, after };
    const batch = await listForExport(db, accountId, filter, next);
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = { at: last.submittedAt, id: last.id };
  }
}

export type ExportedTable = { fileName: string; content: Readable };

/** Exports the submissions of a form as a table; throws `notFound`. */
export async function exportTable(
  deps: Deps,
  provider: Provider,
  { formId, format }: { formId: string; format: 'csv' | 'xlsx' },
  { columns = 'label', language = provider.language, ...query }: TableQuery,
): Promise<ExportedTable> {
  const { title } = await getOwnForm(deps, provider.accountId, formId);
  const filter = readFilter({ formId, ...query }, provider.language);
  const table = buildTable(await listRevisions(deps.db, formId), { names: columns, language });
  async function* readRows() {
    for await (const batch of readBatches(deps, provider.accountId, filter))
      for (const submission of batch) yield table.toRow(submission);
  }
  const content =
    format === 'csv'
      ? writeCsv(table, readRows())
      : writeXlsx(table, readRows(), getTexts(language)('export.sheet', {}));
  return { fileName: buildDocumentName(title, format), content };
}

/** Groups files by their submission, because a search per submission is quadratic. */
function groupBySubmission<File extends { submissionId: string | null }>(files: readonly File[]) {
  const groups = new Map<string | null, File[]>();
  for (const file of files) {
    const group = groups.get(file.submissionId);
    if (group) group.push(file);
    else groups.set(file.submissionId, [file]);
  }
  return groups;
}

/** Exports submissions as one JSON object per line. */
export function exportLines(deps: Deps, provider: Provider, query: SubmissionFilter): Readable {
  const filter = readFilter(query, provider.language);
  async function* presentBatches() {
    for await (const batch of readBatches(deps, provider.accountId, filter)) {
      const ids = batch.map(({ id }) => id);
      const files = groupBySubmission(await listFilesOfSubmissions(deps.db, ids));
      yield batch.map((submission) => presentAnswers(submission, files.get(submission.id) ?? []));
    }
  }
  return Readable.from(writeLines(presentBatches()));
}

/** Writes the answers of a submission as a PDF on the letterhead of its account. */
export async function writeAnswersFile(
  deps: Deps,
  accountId: string,
  submissionId: string,
): Promise<{ fileName: string; content: Uint8Array }> {
  const evidence = await readEvidence(deps.db, accountId, submissionId);
  const content = await writeAnswersPdf(evidence, await getLetterhead(deps, { accountId }));
  return { fileName: `${buildReference(submissionId)}.pdf`, content };
}
