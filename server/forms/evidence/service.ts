import type { StatementHashes } from '#schemas/accounts/statements.ts';
import { toCanonicalJson } from '#schemas/platform/canonicalJson.ts';
import { localize, type Language } from '#schemas/platform/common.ts';
import { evidenceFormat, type Evidence, type EvidenceRecord } from '#schemas/forms/evidence.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { Db, Revision, StoredSubmission, WorkflowRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import {
  getAccount,
  getRequiredConsents,
  type StoredAccount,
} from '#server/accounts/accounts/service.ts';
import { listFilesOfSubmission } from '#server/files/files/service.ts';
import { getHash, hashOfText } from '#server/db/hash.ts';
import { addToChain, chainWaiting } from './chain.ts';
import * as repository from './repository.ts';
import { buildShownPages } from './shownTo.ts';

type Sent = {
  workflow: WorkflowRow;
  revision: Revision;
  submission: StoredSubmission;
  hasFiles: boolean;
  /** The texts that were shown. */
  statementHashes: StatementHashes | undefined;
  /** The visitor's day, for values computed with it. */
  today: string;
};

/** Returns the texts to accept, as stored in the submission's transaction. */
function listConsents(
  definition: FormDefinition,
  account: StoredAccount,
  { agbAccepted, datenschutzAccepted }: StoredSubmission,
  language: Language,
) {
  const { showAgb, showDatenschutz } = getRequiredConsents(definition, account);
  const text = getTexts(language);
  return [
    ...(showAgb
      ? [
          {
            kind: 'terms' as const,
            name: 'agb' as const,
            sentence: text('consent.terms', {}),
            isAccepted: agbAccepted === 1,
            text: account.terms ?? '',
          },
        ]
      : []),
    ...(showDatenschutz
      ? [
          {
            kind: 'privacy' as const,
            name: 'datenschutz' as const,
            sentence: text('consent.privacy', {}),
            isAccepted: datenschutzAccepted === 1,
            text: account.privacy ?? '',
          },
        ]
      : []),
  ].map((consent) => ({ ...consent, textHash: hashOfText(consent.text) }));
}

const statementNames = ['agb', 'datenschutz'] as const;

/** Maps hashes that an acceptance lacks to a sentence: each, or all of them together. */
export function findMissingHashes(
  now: StatementHashes,
  shown: StatementHashes = {},
  language: Language,
): Record<string, string> {
  const needed = statementNames.filter((name) => now[name] !== undefined);
  const missing = needed.filter((name) => shown[name] === undefined);
  const pointers =
    missing.length === needed.length
      ? ['/statementHashes']
      : missing.map((name) => `/statementHashes/${name}`);
  const text = getTexts(language)('acceptance.missingHashes', {});
  return missing.length === 0 ? {} : Object.fromEntries(pointers.map((pointer) => [pointer, text]));
}

/**
 * Throws `invalidInput` if it is not known which texts were shown, and `statementsChanged` at the
 * consent fields if a text was replaced after it was shown.
 */
export function assertShown(
  now: StatementHashes,
  shown: StatementHashes = {},
  {
    fieldOf,
    sentence,
    language,
  }: {
    fieldOf: Readonly<Record<keyof StatementHashes, string>>;
    sentence: string;
    language: Language;
  },
): void {
  const missing = findMissingHashes(now, shown, language);
  if (Object.keys(missing).length > 0) throw createProblem('invalidInput', missing);
  const changed = statementNames.filter(
    (name) => now[name] !== undefined && now[name] !== shown[name],
  );
  if (changed.length > 0)
    throw createProblem(
      'statementsChanged',
      Object.fromEntries(changed.map((name) => [fieldOf[name], sentence])),
    );
}

/**
 * Stores accepted texts once each and returns their hashes in the same order. Call it in the
 * transaction of the acceptance.
 */
export async function storeTexts(db: Db, texts: readonly string[]): Promise<string[]> {
  const hashes = texts.map(hashOfText);
  const byHash = new Map(texts.map((text, index) => [hashes[index] ?? '', text]));
  // A fixed order prevents deadlocks between transactions.
  await repository.storeTexts(
    db,
    [...byHash]
      .map(([hash, text]) => ({ hash, text }))
      .sort((one, other) => (one.hash < other.hash ? -1 : 1)),
  );
  return hashes;
}

export { writeAnswersPdf, writeEvidencePdf } from './evidencePdf.ts';
export { buildShownPages } from './shownTo.ts';
export { chainAfterCommit, chainAllWaiting, finishChaining } from './chain.ts';

/** `listTexts` returns stored texts by their hashes. */
export const { eraseRecord, listTexts } = repository;

function listFormTexts(
  { title, description, assistantNotice, submitLabel }: FormDefinition,
  language: Language,
): EvidenceRecord['form'] {
  return {
    title: localize(title, language),
    ...(description === undefined ? {} : { description: localize(description, language) }),
    ...(assistantNotice === undefined ? {} : { notice: localize(assistantNotice, language) }),
    ...(submitLabel === undefined ? {} : { submitLabel: localize(submitLabel, language) }),
  };
}

/**
 * Records what was shown, accepted and answered, in the submission's transaction, and returns the
 * account as recorded. Call `chainAfterCommit` after its commit. Throws `statementsChanged` if a
 * text was replaced after it was shown.
 */
export async function recordEvidence(
  db: Db,
  { workflow, revision, submission, hasFiles, statementHashes, today }: Sent,
): Promise<StoredAccount> {
  const { formId, submittedAt } = submission;
  const language = submission.language as Language;
  const { definition } = revision;
  const { answers } = submission;
  const account = await getAccount(db, submission);
  const files = hasFiles ? await listFilesOfSubmission(db, submission.id) : [];
  const consents = listConsents(definition, account, submission, language);
  assertShown(
    Object.fromEntries(consents.map(({ name, textHash }) => [name, textHash])),
    statementHashes,
    {
      fieldOf: { agb: '/agbAccepted', datenschutz: '/datenschutzAccepted' },
      sentence: getTexts(language)('error.statementsChanged', {}),
      language,
    },
  );
  const record: EvidenceRecord = {
    salt: newId(),
    accountName: account.name,
    formId,
    processGuid: await repository.getProcessGuid(db, formId),
    revision: revision.number,
    publishedAt: revision.publishedAt,
    definitionHash: getHash(definition),
    language,
    startedAt: workflow.startedAt,
    submittedAt,
    form: listFormTexts(definition, language),
    pages: buildShownPages(definition, answers, language, {
      today,
      revision: revision.number,
    }),
    answersHash: getHash(answers),
    files: files.map(({ id, elementId, name, size, sha256 }) => ({
      fileId: id,
      elementId: elementId ?? '',
      name,
      size,
      sha256,
    })),
    consents: consents.map(({ text: _, name: __, ...consent }) => consent),
  };
  await storeTexts(
    db,
    consents.map(({ text }) => text),
  );

  await addToChain(db, {
    submissionId: submission.id,
    accountId: submission.accountId,
    submittedAt,
    record: toCanonicalJson(record),
  });
  return account;
}

/** Chains the record of a submission that still waits for it. */
export async function chainRecord(db: Db, accountId: string, submissionId: string): Promise<void> {
  if (await repository.isWaiting(db, accountId, submissionId)) await chainWaiting(db, accountId);
}

/** Returns the evidence of a submission; throws `notFound` alike for foreign and unknown ids. */
export async function readEvidence(
  db: Db,
  accountId: string,
  submissionId: string,
): Promise<Evidence> {
  await chainRecord(db, accountId, submissionId);
  const found = await repository.findEvidence(db, accountId, submissionId);
  if (!found) throw createProblem('notFound');
  const { hash, entry, record, definition, answers } = found;
  return {
    format: evidenceFormat,
    hash,
    entry,
    previous: (await repository.findEntry(db, accountId, found.position - 1)) ?? null,
    record,
    definition,
    answers,
    texts: await listTexts(
      db,
      record.consents.map(({ textHash }) => textHash),
    ),
  };
}
