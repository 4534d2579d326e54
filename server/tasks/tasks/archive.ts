import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '#schemas/platform/common.ts';
import { localize } from '#schemas/platform/common.ts';
import { getLetterhead } from '#server/accounts/accounts/service.ts';
import type { TaskFile } from '#server/cases/caseArchives/service.ts';
import type { Deps } from '#server/deps.ts';
import { listFilesOfSubmission } from '#server/files/files/service.ts';
import { readEvidence, writeEvidencePdf } from '#server/forms/evidence/service.ts';
import { SheetFailed } from '#server/pdf/renderSheet.ts';
import { ProblemError } from '#server/problem.ts';
import { archivedAnswersLimits } from '#server/tasks/limits.ts';
import { formatMoment, getTexts } from '#server/texts.ts';
import { withTimeout } from '#server/withTimeout.ts';
import * as repository from './repository.ts';

const { drawMs, busyRetryMs } = archivedAnswersLimits;

/** Returns true while the queue of PDFs is full. */
const isBusy = (error: unknown): boolean =>
  error instanceof ProblemError && error.reason === 'unavailable';

async function drawWhenFree(draw: () => Promise<Buffer>, untilMs: number): Promise<Buffer> {
  for (;;)
    try {
      return await draw();
    } catch (error) {
      if (!isBusy(error) || performance.now() > untilMs) throw error;
      await sleep(busyRetryMs);
    }
}

/** Draws answers. Returns undefined and logs the cause if that fails or takes too long. */
async function drawAnswers(
  { log }: Deps,
  submissionId: string,
  draw: () => Promise<Buffer>,
): Promise<Buffer | undefined> {
  const late = Symbol('late');
  const drawn = await withTimeout(
    drawWhenFree(draw, performance.now() + drawMs),
    drawMs,
    late,
  ).catch((error: unknown) => {
    if (error instanceof SheetFailed || isBusy(error)) return error;
    throw error;
  });
  if (Buffer.isBuffer(drawn)) return drawn;
  const cause = drawn instanceof Error ? drawn.message : `not drawn within ${drawMs} ms`;
  log.warn({ cause, submissionId }, 'the ZIP of a case has no PDF of the answers of a task');
  return undefined;
}

/** Reads the answers of a task as PDF, or as a text file that says that the PDF is missing. */
async function readAnswers(
  deps: Deps,
  {
    accountId,
    submissionId,
    language,
    answeredAt,
  }: { accountId: string; submissionId: string; language: Language; answeredAt: string },
): Promise<Pick<TaskFile, 'fileName' | 'open'>> {
  const evidence = await readEvidence(deps.db, accountId, submissionId);
  const letterhead = await getLetterhead(deps, { accountId });
  const pdf = await drawAnswers(deps, submissionId, () => writeEvidencePdf(evidence, letterhead));
  const text = getTexts(language);
  if (pdf)
    return {
      fileName: `${text('archive.answers', {})}.pdf`,
      open: async () => Readable.from([pdf]),
    };
  const sentence = text('archive.noAnswers.text', { at: formatMoment(language, answeredAt) });
  return {
    fileName: `${text('archive.noAnswers', {})}.txt`,
    open: async () => Readable.from([Buffer.from(`${sentence}\n`)]),
  };
}

/** Lists the answers of a case's tasks as PDF and their files, up to an instant. */
export async function* listTaskFiles(
  deps: Deps,
  {
    accountId,
    caseId,
    language,
    until,
  }: { accountId: string; caseId: string; language: Language; until: string },
): AsyncGenerator<TaskFile> {
  const { db, blobStore } = deps;
  for (const { workflowKey, name, answeredAt } of await repository.listReleased(db, caseId)) {
    if (answeredAt === null || answeredAt > until) continue;
    const submission = await repository.findSubmission(db, workflowKey);
    if (!submission) continue;
    const taskName = localize(name, language);
    const modifiedAt = new Date(answeredAt);
    const answered = { accountId, submissionId: submission.id, language, answeredAt };
    const answers = await readAnswers(deps, answered);
    yield {
      taskName,
      ...answers,
      task: { workflowId: workflowKey },
      modifiedAt,
      isCompressed: false,
    };
    for (const file of await listFilesOfSubmission(db, submission.id))
      yield {
        taskName,
        fileName: file.name,
        task: { workflowId: workflowKey, fileId: file.id, fileName: file.name },
        sha256: file.sha256,
        modifiedAt,
        isCompressed: false,
        size: file.size,
        open: () => blobStore.get(file.blobKey),
      };
  }
}
