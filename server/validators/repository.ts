import type { Db } from '#server/db/schema.ts';

export async function findValidatorModule(db: Db, hash: string): Promise<string | undefined> {
  const revision = await db.selectFrom('formRevisions').select('validatorModule').where('validatorHash', '=', hash).limit(1).executeTakeFirst();
  return revision?.validatorModule;
}
