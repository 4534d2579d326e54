import type { Db, FormRevisionRow, RevisionValidatorsRow } from '#server/db/schema.ts';

/** Finds validators by the name in their URL, of any build. */
export async function findValidatorModule(db: Db, hash: string): Promise<string | undefined> {
  const published = await db
    .selectFrom('formRevisions')
    .select('validatorModule')
    .where('validatorHash', '=', hash)
    .limit(1)
    .executeTakeFirst();
  const made =
    published ??
    (await db
      .selectFrom('revisionValidators')
      .select('validatorModule')
      .where('validatorHash', '=', hash)
      .limit(1)
      .executeTakeFirst());
  return made?.validatorModule;
}

export type ValidatorColumns = Pick<
  FormRevisionRow,
  'validatorCode' | 'validatorModule' | 'validatorHash' | 'validatorSource'
>;

export const findValidators = (
  db: Db,
  { formId, number }: Pick<FormRevisionRow, 'formId' | 'number'>,
  source: string,
): Promise<ValidatorColumns | undefined> =>
  db
    .selectFrom('revisionValidators')
    .select(['validatorCode', 'validatorModule', 'validatorHash', 'validatorSource'])
    .where('formId', '=', formId)
    .where('number', '=', number)
    .where('validatorSource', '=', source)
    .executeTakeFirst();

/** Processes of the same build may insert the same row concurrently. */
export async function insertValidators(db: Db, validators: RevisionValidatorsRow): Promise<void> {
  await db
    .insertInto('revisionValidators')
    .values(validators)
    .onConflict((conflict) => conflict.columns(['formId', 'number', 'validatorSource']).doNothing())
    .execute();
}

export async function deleteValidatorsBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('revisionValidators').where('createdAt', '<', before).execute();
}
