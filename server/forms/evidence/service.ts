import type { StatementHashes } from '#schemas/accounts/statements.ts';
import { canonicalJson } from '#schemas/platform/canonicalJson.ts';
import { localized, type Language } from '#schemas/platform/common.ts';
import { germanDay } from '#schemas/platform/dates.ts';
import {
  evidenceFormat,
  type Evidence,
  type EvidenceEntry,
  type EvidenceRecord,
} from '#schemas/forms/evidence.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { AccountRow, Db, Revision, StoredSubmission, WorkflowRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import { problem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import { getAccount, getRequiredConsents } from '#server/accounts/accounts/service.ts';
import { listFilesOfSubmission } from '#server/files/files/service.ts';
import { getHash, hashOfText } from '#server/db/hash.ts';
import * as repository from './repository.ts';
import { buildShownPages } from './shownTo.ts';

type Sent = {
  workflow: WorkflowRow;
  revision: Revision;
  submission: StoredSubmission;
  /** The texts that were shown. */
  statementHashes: StatementHashes;
};

/** Returns the texts to accept, as stored in the submission's transaction. */
function listConsents(
  definition: FormDefinition,
  account: AccountRow,
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

/** Throws `statementsChanged` at the consent fields if a text was replaced after it was shown. */
export function assertShown(
  now: StatementHashes,
  shown: StatementHashes,
  {
    fieldOf,
    sentence,
  }: { fieldOf: Readonly<Record<keyof StatementHashes, string>>; sentence: string },
): void {
  const changed = (['agb', 'datenschutz'] as const).filter(
    (name) => now[name] !== undefined && now[name] !== shown[name],
  );
  if (changed.length > 0)
    throw problem(
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

/** Returns stored texts by their hashes. */
export const listTexts = repository.listTexts;

function wordsAround(
  { title, description, assistantNotice, submitLabel }: FormDefinition,
  language: Language,
): EvidenceRecord['form'] {
  return {
    title: localized(title, language),
    ...(description === undefined ? {} : { description: localized(description, language) }),
    ...(assistantNotice === undefined ? {} : { notice: localized(assistantNotice, language) }),
    ...(submitLabel === undefined ? {} : { submitLabel: localized(submitLabel, language) }),
  };
}

/**
 * Appends a submission to the account's chain: what was shown, accepted and answered. Call it last
 * in the submission's transaction, because it locks the chain. Throws `statementsChanged` if a text
 * was replaced after it was shown.
 */
export async function recordEvidence(
  db: Db,
  { workflow, revision, submission, statementHashes }: Sent,
): Promise<void> {
  const { formId, submittedAt } = submission;
  const language = submission.language as Language;
  const { definition } = revision;
  const { answers } = submission;
  const account = await getAccount(db, submission);
  const files = await listFilesOfSubmission(db, submission.id);
  const consents = listConsents(definition, account, submission, language);
  assertShown(
    Object.fromEntries(consents.map(({ name, textHash }) => [name, textHash])),
    statementHashes,
    {
      fieldOf: { agb: '/agbAccepted', datenschutz: '/datenschutzAccepted' },
      sentence: getTexts(language)('error.statementsChanged', {}),
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
    form: wordsAround(definition, language),
    pages: buildShownPages(definition, answers, language, {
      today: germanDay(new Date(submittedAt)),
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

  await appendEntry(db, submission, record);
}

async function appendEntry(
  db: Db,
  { id: submissionId, accountId, submittedAt }: StoredSubmission,
  record: EvidenceRecord,
): Promise<void> {
  const { position, hash: previousHash } = await repository.reserveEntry(db, accountId);
  const entry: EvidenceEntry = {
    accountId,
    position,
    previousHash,
    submissionId,
    submittedAt,
    recordHash: getHash(record),
  };
  await repository.append(db, {
    submissionId,
    accountId,
    position,
    hash: getHash(entry),
    entry: canonicalJson(entry),
    record: canonicalJson(record),
  });
}

/** Returns the evidence of a submission; throws `notFound` alike for foreign and unknown ids. */
export async function readEvidence(
  db: Db,
  accountId: string,
  submissionId: string,
): Promise<Evidence> {
  const found = await repository.findEvidence(db, accountId, submissionId);
  if (!found) throw problem('notFound');
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
