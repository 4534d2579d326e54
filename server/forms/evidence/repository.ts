import type { EvidenceEntry, EvidenceRecord } from '#schemas/forms/evidence.ts';
import type { Answer } from '#schemas/forms/forms.ts';
import type { Db, EvidenceChainRow, EvidenceRow, EvidenceTextRow } from '#server/db/schema.ts';

/**
 * Reserves the next entry of an account's chain and returns the previous hash. Locks the chain
 * until the transaction ends.
 */
export async function reserveEntry(
  db: Db,
  accountId: string,
): Promise<Pick<EvidenceChainRow, 'position' | 'hash'>> {
  await db
    .insertInto('evidenceChains')
    .values({ accountId, position: 0, hash: null })
    .onConflict((conflict) => conflict.column('accountId').doNothing())
    .execute();
  return db
    .updateTable('evidenceChains')
    .set((is) => ({ position: is('position', '+', 1) }))
    .where('accountId', '=', accountId)
    .returning(['position', 'hash'])
    .executeTakeFirstOrThrow();
}

/** Appends the reserved entry. */
export async function append(db: Db, evidence: EvidenceRow): Promise<void> {
  await db.insertInto('evidence').values(evidence).execute();
  await db
    .updateTable('evidenceChains')
    .set({ hash: evidence.hash })
    .where('accountId', '=', evidence.accountId)
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
