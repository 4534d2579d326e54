import type { StatementHashes } from '#schemas/acceptances.ts';
import { canonicalJson } from '#schemas/canonicalJson.ts';
import { localized, type Language } from '#schemas/common.ts';
import { germanDay } from '#schemas/dates.rules.ts';
import {
  evidenceFormat,
  type Evidence,
  type EvidenceEntry,
  type EvidenceRecord,
} from '#schemas/evidence.ts';
import type { Answer, FormDefinition } from '#schemas/forms.ts';
import type {
  AccountRow,
  Db,
  FormRevisionRow,
  SubmissionRow,
  WorkflowRow,
} from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import { problem } from '#server/http/errors.ts';
import { textsIn } from '#server/http/texts.ts';
import { accountOf, consentAskedBy } from '#server/modules/accounts/service.ts';
import { filesOfSubmission } from '#server/modules/files/service.ts';
import { hashOf, hashOfText } from '#server/db/hash.ts';
import * as repository from './repository.ts';
import { shownTo } from './shownTo.ts';

type Sent = {
  workflow: WorkflowRow;
  revision: FormRevisionRow;
  submission: SubmissionRow;
  /** Which texts were to be read. */
  statementHashes: StatementHashes;
};

/** What had to be accepted, with its texts as they stand in the transaction that stores the answers. */
function consentsOf(
  definition: FormDefinition,
  account: AccountRow,
  { agbAccepted, datenschutzAccepted }: SubmissionRow,
  language: Language,
) {
  const { showAgb, showDatenschutz } = consentAskedBy(definition, account);
  const text = textsIn(language);
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

/** Nobody accepts a text that came in the place of the one that was shown: throws `statementsChanged`, which says so at the fields that the changed ones are accepted in. */
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

/** Keeps texts that somebody accepts, once each, and answers their hashes in the same order. It belongs into the transaction of the acceptance. */
export async function keepTexts(db: Db, texts: readonly string[]): Promise<string[]> {
  const hashes = texts.map(hashOfText);
  const byHash = new Map(texts.map((text, index) => [hashes[index] ?? '', text]));
  // In one order everywhere, so that two transactions never wait for each other.
  await repository.keepTexts(
    db,
    [...byHash]
      .map(([hash, text]) => ({ hash, text }))
      .sort((one, other) => (one.hash < other.hash ? -1 : 1)),
  );
  return hashes;
}

/** Texts that were kept, by their hashes. */
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
 * Notes what was shown, accepted and answered as the next entry of the account's chain. It belongs into the transaction
 * that stores the submission, at its end: until that is over, other submissions of the account wait for their place.
 * Throws `statementsChanged` when a text to be accepted has been replaced since it was shown.
 */
export async function recordEvidence(
  db: Db,
  { workflow, revision, submission, statementHashes }: Sent,
): Promise<void> {
  const { accountId, formId, submittedAt } = submission;
  const language = submission.language as Language;
  const definition = JSON.parse(revision.definition) as FormDefinition;
  const answers = JSON.parse(submission.answers) as Answer[];
  const account = await accountOf(db, submission);
  const files = await filesOfSubmission(db, submission.id);
  const consents = consentsOf(definition, account, submission, language);
  assertShown(
    Object.fromEntries(consents.map(({ name, textHash }) => [name, textHash])),
    statementHashes,
    {
      fieldOf: { agb: '/agbAccepted', datenschutz: '/datenschutzAccepted' },
      sentence: textsIn(language)('error.statementsChanged', {}),
    },
  );
  const record: EvidenceRecord = {
    salt: newId(),
    accountName: account.name,
    formId,
    processGuid: await repository.getProcessGuid(db, formId),
    revision: revision.number,
    publishedAt: revision.publishedAt,
    definitionHash: hashOf(definition),
    language,
    startedAt: workflow.startedAt,
    submittedAt,
    form: wordsAround(definition, language),
    pages: shownTo(definition, answers, language, {
      today: germanDay(new Date(submittedAt)),
      revision: revision.number,
    }),
    answersHash: hashOf(answers),
    files: files.map(({ id, elementId, name, size, sha256 }) => ({
      fileId: id,
      elementId: elementId ?? '',
      name,
      size,
      sha256,
    })),
    consents: consents.map(({ text: _, name: __, ...consent }) => consent),
  };
  await keepTexts(
    db,
    consents.map(({ text }) => text),
  );

  const { position, hash: previousHash } = await repository.takePlace(db, accountId);
  const entry: EvidenceEntry = {
    accountId,
    position,
    previousHash,
    submissionId: submission.id,
    submittedAt,
    recordHash: hashOf(record),
  };
  await repository.append(db, {
    submissionId: submission.id,
    accountId,
    position,
    hash: hashOf(entry),
    entry: canonicalJson(entry),
    record: canonicalJson(record),
  });
}

/** Everything that proves one submission of the account; throws `notFound` for a foreign one as for an unknown one. */
export async function evidenceOf(
  db: Db,
  accountId: string,
  submissionId: string,
): Promise<Evidence> {
  const found = await repository.findEvidence(db, accountId, submissionId);
  if (!found) throw problem('notFound');
  const record = JSON.parse(found.record) as EvidenceRecord;
  const before = await repository.findEntry(db, accountId, found.position - 1);
  return {
    format: evidenceFormat,
    hash: found.hash,
    entry: JSON.parse(found.entry) as EvidenceEntry,
    previous: before ? (JSON.parse(before.entry) as EvidenceEntry) : null,
    record,
    definition: JSON.parse(found.definition) as unknown,
    answers: JSON.parse(found.answers) as Answer[],
    texts: await listTexts(
      db,
      record.consents.map(({ textHash }) => textHash),
    ),
  };
}
