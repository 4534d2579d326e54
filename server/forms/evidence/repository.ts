import type { EvidenceEntry, EvidenceRecord } from '#schemas/forms/evidence.ts';
import type { Answer } from '#schemas/forms/forms.ts';
import { lockRows } from '#server/db/dialect.ts';
import type {
  Db,
  EvidenceChainRow,
  EvidenceRow,
  EvidenceTextRow,
  WaitingEvidenceRow,
} from '#server/db/schema.ts';

export async function insertWaiting(db: Db, waiting: WaitingEvidenceRow): Promise<void> {
  await db.insertInto('waitingEvidence').values(waiting).execute();
}

export const isWaiting = async (
  db: Db,
  accountId: string,
  submissionId: string,
): Promise<boolean> =>
  (await db
    .selectFrom('waitingEvidence')
    .select('submissionId')
    .where('accountId', '=', accountId)
    .where('submissionId', '=', submissionId)
    .executeTakeFirst()) !== undefined;

export const listAccountsWithWaiting = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('waitingEvidence').select('accountId').distinct().execute()).map(
    ({ accountId }) => accountId,
  );

/** Lists the oldest waiting records. Call it under the lock of the chain. */
export const listWaiting = (
  db: Db,
  accountId: string,
  limit: number,
): Promise<WaitingEvidenceRow[]> =>
  db
    .selectFrom('waitingEvidence')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('submittedAt')
    .orderBy('submissionId')
    .limit(limit)
    .execute();

/** Returns the newest entry of an account's chain and locks the chain until the commit. */
export async function lockChain(
  db: Db,
  accountId: string,
): Promise<Pick<EvidenceChainRow, 'position' | 'hash'>> {
  const chain = lockRows(
    db,
    db.selectFrom('evidenceChains').select(['position', 'hash']).where('accountId', '=', accountId),
  );
  const found = await chain.executeTakeFirst();
  if (found) return found;
  await db
    .insertInto('evidenceChains')
    .values({ accountId, position: 0, hash: null })
    .onConflict((conflict) => conflict.column('accountId').doNothing())
    .execute();
  return chain.executeTakeFirstOrThrow();
}

/** Moves waiting records into the locked chain. Pass them in the order of their positions. */
export async function append(
  db: Db,
  accountId: string,
  entries: readonly EvidenceRow[],
): Promise<void> {
  const newest = entries.at(-1);
  if (!newest) return;
  await db.insertInto('evidence').values(entries).execute();
  await db
    .deleteFrom('waitingEvidence')
    .where(
      'submissionId',
      'in',
      entries.map(({ submissionId }) => submissionId),
    )
    .execute();
  await db
    .updateTable('evidenceChains')
    .set({ position: newest.position, hash: newest.hash })
    .where('accountId', '=', accountId)
    .execute();
}

export async function storeTexts(db: Db, texts: readonly EvidenceTextRow[]): Promise<void> {
  if (texts.length === 0) return;
  await db
    .insertInto('evidenceTexts')
    .values(texts)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

export async function listTexts(db: Db, hashes: readonly string[]): Promise<EvidenceTextRow[]> {
  return hashes.length === 0
    ? []
    : db
        .selectFrom('evidenceTexts')
        .selectAll()
        .where('hash', 'in', hashes)
        .orderBy('hash')
        .execute();
}

export const getProcessGuid = async (db: Db, formId: string): Promise<string> =>
  (
    await db
      .selectFrom('forms')
      .select('processGuid')
      .where('id', '=', formId)
      .executeTakeFirstOrThrow()
  ).processGuid;

/** Finds an account's evidence with its answers and definition. */
export async function findEvidence(db: Db, accountId: string, submissionId: string) {
  const row = await db
    .selectFrom('evidence')
    .innerJoin('submissions', 'submissions.id', 'evidence.submissionId')
    .innerJoin('formRevisions', (join) =>
      join
        .onRef('formRevisions.formId', '=', 'submissions.formId')
        .onRef('formRevisions.number', '=', 'submissions.revision'),
    )
    .select(['evidence.position', 'evidence.hash', 'evidence.entry', 'evidence.record'])
    .select(['submissions.answers', 'formRevisions.definition'])
    .where('evidence.accountId', '=', accountId)
    .where('evidence.submissionId', '=', submissionId)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      entry: JSON.parse(row.entry) as EvidenceEntry,
      record: JSON.parse(row.record) as EvidenceRecord,
      answers: JSON.parse(row.answers) as Answer[],
      definition: JSON.parse(row.definition) as unknown,
    }
  );
}

export async function findEntry(
  db: Db,
  accountId: string,
  position: number,
): Promise<EvidenceEntry | undefined> {
  const row = await db
    .selectFrom('evidence')
    .select('entry')
    .where('accountId', '=', accountId)
    .where('position', '=', position)
    .executeTakeFirst();
  return row && (JSON.parse(row.entry) as EvidenceEntry);
}

/** Erases what was shown and answered, and returns the hash, which stays; null without evidence. */
export async function eraseRecord(
  db: Db,
  accountId: string,
  submissionId: string,
): Promise<string | null> {
  const erased = await db
    .updateTable('evidence')
    .set({ record: '{}' })
    .where('accountId', '=', accountId)
    .where('submissionId', '=', submissionId)
    .returning('hash')
    .executeTakeFirst();
  return erased?.hash ?? null;
}
