import type { FastifyRequest } from 'fastify';
import type { Language } from '#schemas/platform/common.ts';
import type { Query, Reply } from '#schemas/platform/endpoint.ts';
import { getContent } from '#schemas/forms/forms.ts';
import {
  SubmissionMarks,
  type listSubmissions as listCall,
  type SubmissionDetail,
  type SubmissionFilter,
  type SubmissionSummary,
} from '#schemas/forms/submissions.ts';
import { queueInboxEvents, worksAt } from '#server/accounts/staff/service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import { listFilesOfSubmission, presentFile } from '#server/files/files/service.ts';
import { indexLimits } from '#server/forms/limits.ts';
import { buildReference } from '#server/forms/reference.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { assertMatches, computeEtag } from '#server/http/etags.ts';
import { listLimits } from '#server/http/limits.ts';
import { createProblem } from '#server/problem.ts';
import { getLanguage, getTexts } from '#server/texts.ts';
import { describeAnswers } from './describe.ts';
import * as repository from './repository.ts';
import { listSubmissionWords, parseSubmissionSearch } from './answerWords.ts';

export { describeIfPossible } from './describe.ts';
export * from './fields.ts';
export { parseSubmissionSearch, type SubmissionSearch } from './answerWords.ts';
export const { deleteSubmission, hasSubmission, isFoundBy, listForExport } = repository;
export const { listRevisions, lockOrigin, setCase } = repository;
export type { ExportedSubmission, Filter, Origin } from './repository.ts';

const present = (row: repository.ListedSubmission): SubmissionSummary => ({
  submissionId: row.id,
  reference: buildReference(row.id),
  formId: row.formId,
  processGuid: row.processGuid,
  revision: row.revision,
  language: row.language as Language,
  source: row.source,
  submittedAt: row.submittedAt,
  suspicions: row.suspicions,
  state: row.state,
  note: row.note,
  assigneeId: row.assigneeId,
  caseId: row.caseId,
});

export type Provider = { accountId: string; language: Language };

/** Returns the caller of a request, and the language of its responses. */
export const getProvider = ({
  caller,
  request,
}: {
  caller: { accountId: string };
  request: FastifyRequest;
}): Provider => ({ accountId: caller.accountId, language: getLanguage(request) });

/** Throws `invalidInput` for the bounds of a time that are swapped. */
function assertPeriod({ since, until }: SubmissionFilter, language: Language): void {
  if (since !== undefined && until !== undefined && since > until)
    throw createProblem('invalidInput', {
      '/since': getTexts(language)('input.error.swapped', {}),
    });
}

/** Reads the filters of a query; throws `invalidInput`. */
export function readFilter(query: SubmissionFilter, language: Language): repository.Filter {
  assertPeriod(query, language);
  const { q, ...equal } = query;
  return { ...equal, ...(q === undefined ? {} : parseSubmissionSearch(q)) };
}

type Files = Awaited<ReturnType<typeof listFilesOfSubmission>>;

/** Presents a submission with its answers and files, without the form. */
export const presentAnswers = (
  submission: repository.ExportedSubmission,
  files: Files,
): Omit<SubmissionDetail, 'formElement'> => ({
  ...present(submission),
  agbAccepted: submission.agbAccepted === 1,
  datenschutzAccepted: submission.datenschutzAccepted === 1,
  answers: submission.answers,
  files: files.map((file) => ({
    fileId: file.id,
    ...presentFile(file),
    elementId: file.elementId ?? '',
    sha256: file.sha256,
  })),
});

/** Lists a page of a provider's submissions, newest first, and how many there are. */
export async function listSubmissions(
  { db }: Deps,
  { accountId, language }: Provider,
  { cursor, limit = listLimits.pageSize, ...query }: Query<typeof listCall>,
): Promise<Reply<typeof listCall>> {
  const filter = readFilter(query, language);
  const after = cursor ? decodeCursor(cursor) : undefined;
  const [found, total] = await Promise.all([
    repository.listSubmissions(db, accountId, filter, { limit, after }),
    repository.countSubmissions(db, accountId, filter),
  ]);
  const { rows, ...next } = toPage(found, limit, ({ submittedAt, id }) => ({
    at: submittedAt,
    id,
  }));
  return { items: rows.map(present), ...next, total };
}

/** Returns a submission with its answers and files; throws `notFound`. */
export async function readSubmission(
  { db }: Deps,
  accountId: string,
  submissionId: string,
): Promise<SubmissionDetail> {
  const submission = await repository.findSubmission(db, accountId, submissionId);
  if (!submission) throw createProblem('notFound');
  const files = await listFilesOfSubmission(db, submission.id);
  return {
    ...presentAnswers(submission, files),
    formElement: getContent(submission.definition),
  };
}

type MarkChange = {
  marks: Partial<repository.Marks>;
  /** Throws if the caller may not change the earlier marks. */
  check: (earlier: repository.Marks) => void;
  /** Returns true for a user who may be the assignee of a submission of this case. */
  isAssignable: (db: Db, userId: string, caseId: string | null) => Promise<boolean>;
};

/**
 * Sets the marks of a submission that are given; throws `notFound`, what `check` throws about the
 * earlier marks, and `invalidInput` for an assignee who may not be it.
 */
export async function changeMarks(
  deps: Deps,
  { accountId, language }: Provider,
  submissionId: string,
  { marks, check, isAssignable }: MarkChange,
): Promise<void> {
  const { assigneeId } = marks;
  await inTransactionWithEvents(deps, async (db, queueEvent) => {
    const earlier = await repository.lockSubmission(db, accountId, submissionId);
    if (!earlier) throw createProblem('notFound');
    check(earlier);
    if (assigneeId && !(await isAssignable(db, assigneeId, earlier.caseId)))
      throw createProblem('invalidInput', {
        '/assigneeId': getTexts(language)('submission.error.unknownAssignee', {}),
      });
    const names = ['state', 'note', 'assigneeId'] as const;
    if (names.every((name) => marks[name] === undefined || marks[name] === earlier[name])) return;
    await repository.updateMarks(db, submissionId, marks);
    const { formId, caseId } = earlier;
    queueEvent.forPrograms(accountId, {
      type: 'submission.changed',
      data: { formId, submissionId, ...(caseId === null ? {} : { caseId }) },
    });
    await queueInboxEvents(db, queueEvent, { accountId, caseId });
  });
}

/** Marks a submission as opened, once; the first time is kept. */
export const markOpened = (
  deps: Deps,
  {
    accountId,
    caseId,
    submissionId,
  }: Record<'accountId' | 'submissionId', string> & { caseId: string | null },
): Promise<void> =>
  inTransactionWithEvents(deps, async (db, queueEvent) => {
    const at = deps.clock.now().toISOString();
    if (await repository.storeOpened(db, submissionId, at))
      await queueInboxEvents(db, queueEvent, { accountId, caseId });
  });

/** Sets the marks of a submission that are given; throws `notFound` and `preconditionFailed`. */
export async function markSubmission(
  deps: Deps,
  provider: Provider,
  submissionId: string,
  { marks, ifMatch }: { marks: Partial<repository.Marks>; ifMatch?: string | undefined },
): Promise<SubmissionSummary> {
  const check = (earlier: repository.Marks) =>
    assertMatches(ifMatch, computeEtag(SubmissionMarks, earlier));
  const isAssignable = (db: Db, userId: string) => worksAt(db, provider.accountId, userId);
  await changeMarks(deps, provider, submissionId, { marks, check, isAssignable });
  return summarise(deps, provider.accountId, submissionId);
}

/** Returns a submission without its answers; throws `notFound`. */
export async function summarise(
  { db }: Deps,
  accountId: string,
  submissionId: string,
): Promise<SubmissionSummary> {
  const found = await repository.findListed(db, accountId, submissionId);
  if (!found) throw createProblem('notFound');
  return present(found);
}

/** Reads a submission for search and lists; undefined if an answer cannot be displayed. */
function tryRead({ definition, answers, language }: repository.Unindexed) {
  try {
    return {
      words: listSubmissionWords(definition, answers, language as Language),
      ...describeAnswers(definition, answers, language as Language),
    };
  } catch {
    return undefined;
  }
}

/**
 * Indexes some submissions; true if there may be more. One that cannot be displayed has no words,
 * because it would otherwise be the oldest of every run and keep all others out of the search.
 */
async function indexSome({ db, clock, log }: Deps): Promise<boolean> {
  const { wordless, mayHaveMore } = await inTransaction(db, async (transaction) => {
    const waiting = await repository.claimUnindexed(transaction, indexLimits.indexedAtOnce);
    const failed: string[] = [];
    for (const submission of waiting) {
      const read = tryRead(submission);
      if (!read) failed.push(submission.id);
      await repository.storeIndex(transaction, submission, {
        ...(read ?? { words: [], sender: '', preview: '' }),
        reference: buildReference(submission.id),
        at: clock.now().toISOString(),
      });
    }
    return { wordless: failed, mayHaveMore: waiting.length === indexLimits.indexedAtOnce };
  });
  for (const submissionId of wordless)
    log.warn({ submissionId }, 'the answers of a submission cannot be searched');
  return mayHaveMore;
}

/**
 * Indexes the words of new submissions, and of those from before the index. Several processes may
 * run it at once. An idle run opens no transaction, which would lock SQLite every second.
 */
export async function indexSubmissions(
  deps: Deps,
  _log?: unknown,
  stopping?: AbortSignal,
): Promise<void> {
  if (!(await repository.hasUnindexed(deps.db))) return;
  while (!stopping?.aborted && (await indexSome(deps)));
}
