import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Migrator } from 'kysely';
import { expect, it } from 'vitest';
import { migrate, openDatabase } from './database.ts';
import { migrations } from './migrations.ts';

it('has one migration for each number: of two, the order would hang on their names', () => {
  const numbers = Object.keys(migrations).map((name) => name.slice(0, 4));
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index);
  expect(twice).toEqual(['0007']); // applied long ago under both names, which data folders remember
});

it('lists migrations in the order in which they are run', () => {
  const names = Object.keys(migrations);
  expect(names).toEqual(names.toSorted());
});

it('writes the titles of forms that were there before beside their definitions', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'formakte-migrations-'));
  const db = openDatabase({ databaseUrl: undefined, dataDir });
  await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(
    '0001-forms-and-submissions',
  );
  const createdAt = '2026-11-20T09:00:00.000Z';
  const old = {
    id: 'form',
    accountId: 'account',
    processGuid: 'guid',
    state: 'published',
    createdAt,
    updatedAt: createdAt,
  };
  await db
    .insertInto('accounts')
    .values({
      id: 'account',
      uniqueKey: 'a',
      name: 'A',
      shortName: 'A',
      primaryColor: '',
      secondaryColor: '',
      welcomeHeadline: '',
      welcomeText: '',
      contact: '{}',
      createdAt,
    } as never)
    .execute();
  await db
    .insertInto('forms')
    .values({
      ...old,
      definition: JSON.stringify({ title: { de: 'Entwurf', en: 'Draft' } }),
    } as never)
    .execute();
  await db
    .insertInto('formRevisions')
    .values({
      formId: 'form',
      number: 1,
      validatorCode: '',
      validatorModule: '',
      validatorHash: '',
      publishedAt: createdAt,
      definition: JSON.stringify({ title: 'Fassung', description: 'Eins' }),
    } as never)
    .execute();

  await migrate(db);

  expect(await db.selectFrom('forms').select('title').execute()).toEqual([{ title: 'Entwurf' }]);
  expect(await db.selectFrom('formRevisions').select(['title', 'description']).execute()).toEqual([
    { title: 'Fassung', description: 'Eins' },
  ]);
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});
