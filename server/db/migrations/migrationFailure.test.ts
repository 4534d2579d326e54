import { Migrator } from 'kysely';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { migrations } from './migrations.ts';

describeOnEachDatabase('a migration', (open) => {
  it('A migration that fails halfway leaves nothing behind', async () => {
    const { db, remove } = await open();
    const half = {
      async up(database: typeof db) {
        await database.schema.createTable('halfDone').addColumn('id', 'text').execute();
        throw new Error('killed');
      },
    };
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => ({ ...migrations, '9999_half': half }) },
    });
    const { error } = await migrator.migrateToLatest();
    expect(error).toMatchObject({ message: 'killed' });
    const tables = await db.introspection.getTables();
    expect(tables.map(({ name }) => name)).not.toContain('halfDone');
    await remove();
  });
});
