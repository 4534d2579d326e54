import type { Db, FormRevisionRow } from '#server/db/schema.ts';

export async function findValidatorModule(db: Db, hash: string): Promise<string | undefined> {
  const revision = await db.selectFrom('formRevisions').select('validatorModule').where('validatorHash', '=', hash).limit(1).executeTakeFirst();
  return revision?.validatorModule;
}

export type ValidatorColumns = Pick<FormRevisionRow, 'validatorCode' | 'validatorModule' | 'validatorHash' | 'validatorSource'>;

export async function replaceValidators(db: Db, { formId, number }: Pick<FormRevisionRow, 'formId' | 'number'>, validators: ValidatorColumns): Promise<void> {
  await db.updateTable('formRevisions').set(validators).where('formId', '=', formId).where('number', '=', number).execute();
}
