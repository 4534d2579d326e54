import type { Migration } from 'kysely';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { migrate, NewerSchema } from './database.ts';
import { migrations } from './migrations/migrations.ts';

const addTable = (name: string): Migration => ({
  up: (db) => db.schema.createTable(name).addColumn('id', 'text').execute(),
});

describeOnEachDatabase('A database that a newer version has migrated', (open) => {
  it('An older version uses the database while all newer migrations are compatible', async () => {
    const { db, remove } = await open();
    const newer = { ...migrations, '9998_colours_expand': addTable('colours') };
    await migrate(db, newer);
    await migrate(db);
    await migrate(db, newer);
    const incompatible = { ...newer, '9999_shapes': addTable('shapes') };
    await migrate(db, incompatible);
    await expect(migrate(db)).rejects.toThrow(
      new NewerSchema(
        'The database was migrated by a newer version (9999_shapes), and this version cannot ' +
          'use it: start the newer version, or restore the backup from before the update.',
      ),
    );
    await migrate(db, incompatible);
    for (const name of ['colours', 'shapes']) await db.schema.dropTable(name).execute();
    await db
      .deleteFrom('kysely_migration' as never)
      .where('name' as never, '>=', '9998' as never)
      .execute();
    await remove();
  });

  it('A version that knows only the first migration uses the database of this one', async () => {
    const { db, remove } = await open();
    await migrate(db);
    await migrate(db, { '0001_initial': migrations['0001_initial'] ?? addTable('missing') });
    await remove();
  });

  it('A migration of this version runs after a newer one that it does not know', async () => {
    const { db, remove } = await open();
    await migrate(db, { ...migrations, '9998_colours_expand': addTable('colours') });
    await migrate(db, { ...migrations, '9997_sizes_expand': addTable('sizes') });
    const tables = (await db.introspection.getTables()).map(({ name }) => name);
    expect(tables).toEqual(expect.arrayContaining(['colours', 'sizes']));
    for (const name of ['colours', 'sizes']) await db.schema.dropTable(name).execute();
    await db
      .deleteFrom('kysely_migration' as never)
      .where('name' as never, '>=', '9997' as never)
      .execute();
    await remove();
  });
});
