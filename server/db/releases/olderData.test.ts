import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { expect, it, vi } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '#server/testing/testDatabase.ts';
import { migrate, openDatabase } from '../database.ts';
import { lockDataFolder } from '../dataFolderLock.ts';
import { OlderData, rejectOlderData, setOlderDataAside } from './olderData.ts';
import type { Schema } from '../schema.ts';

const noon = new Date('2026-11-23T12:00:00.000Z');

/** Renames a table to its name before 0.1.0. */
const markAsOlder = (db: Kysely<Schema>) =>
  sql`alter table "mailOutbox" rename to "outbox"`.execute(db);

async function makeOlderFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'formakte-older-'));
  const db = openDatabase({ databaseUrl: undefined, dataDir });
  await migrate(db);
  await markAsOlder(db);
  await db.destroy();
  writeFileSync(join(dataDir, 'demo-secrets.json'), '{}');
  return dataDir;
}

describeOnEachDatabase('A database of this version', (open) => {
  it('A database of this version is accepted, empty or migrated', async () => {
    const { db, folder, databaseUrl, remove } = await open();
    await rejectOlderData(db, { databaseUrl, dataDir: folder });
    await remove();
  });
});

it('A data folder from before 0.1.0 is rejected with its name and the way out', async () => {
  const dataDir = await makeOlderFolder();
  const db = openDatabase({ databaseUrl: undefined, dataDir });
  await expect(rejectOlderData(db, { databaseUrl: undefined, dataDir })).rejects.toThrow(
    new OlderData(
      `The data folder ${dataDir} was written by a version before 0.1.0, ` +
        'which this version cannot read. ' +
        'Start that version again, or set DATA_DIR to an empty folder.',
    ),
  );
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

it('A database whose first migration is committed while it is read is of this version', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'formakte-older-'));
  const [db, other] = [1, 2].map(() => openDatabase({ databaseUrl: undefined, dataDir })) as [
    Kysely<Schema>,
    Kysely<Schema>,
  ];
  await sql`create table "kysely_migration" ("name" text primary key, "timestamp" text)`.execute(
    db,
  );
  const { introspection } = db;
  vi.spyOn(db, 'introspection', 'get').mockReturnValue({
    ...introspection,
    async getTables(options) {
      const tables = await introspection.getTables(options);
      await migrate(other);
      return tables;
    },
  });
  await expect(rejectOlderData(db, { databaseUrl: undefined, dataDir })).resolves.toBeUndefined();
  await Promise.all([db.destroy(), other.destroy()]);
  rmSync(dataDir, { recursive: true });
});

it('The content of an older data folder is moved into a dated folder inside it', async () => {
  const dataDir = await makeOlderFolder();
  const unlock = lockDataFolder(dataDir);
  writeFileSync(join(dataDir, 'notes.txt'), 'by the operator');
  const { folder = '', kept } = (await setOlderDataAside(dataDir, noon)) ?? {};
  expect([folder, kept]).toEqual([join(dataDir, 'before-0.1.0-2026-11-23'), []]);
  expect(readdirSync(folder).sort()).toEqual(['demo-secrets.json', 'formakte.sqlite']);
  expect(readdirSync(dataDir).filter((name) => !name.startsWith('lock.sqlite'))).toEqual([
    'before-0.1.0-2026-11-23',
    'notes.txt',
  ]);
  expect(readFileSync(join(folder, 'demo-secrets.json'), 'utf8')).toBe('{}');
  unlock();
  rmSync(dataDir, { recursive: true });
});

it('A second older data folder of one day gets a number', async () => {
  const dataDir = await makeOlderFolder();
  await setOlderDataAside(dataDir, noon);
  const second = await makeOlderFolder();
  writeFileSync(join(dataDir, 'formakte.sqlite'), readFileSync(join(second, 'formakte.sqlite')));
  expect((await setOlderDataAside(dataDir, noon))?.folder).toBe(
    join(dataDir, 'before-0.1.0-2026-11-23-2'),
  );
  for (const folder of [dataDir, second]) rmSync(folder, { recursive: true });
});

it('A mounted folder for files stays when older data is set aside', async () => {
  const dataDir = await makeOlderFolder();
  mkdirSync(join(dataDir, 'files'));
  const move = (from: string, to: string) => {
    // rename() of a mount point fails like this; a test may not mount
    if (from.endsWith('files')) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    renameSync(from, to);
  };
  const { folder = '', kept } = (await setOlderDataAside(dataDir, noon, move)) ?? {};
  expect(kept).toEqual(['files']);
  expect(readdirSync(folder).sort()).toEqual(['demo-secrets.json', 'formakte.sqlite']);
  rmSync(dataDir, { recursive: true });
});

it('An empty data folder and one of this version stay where they are', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'formakte-current-'));
  expect(await setOlderDataAside(dataDir, noon)).toBeUndefined();
  const db = openDatabase({ databaseUrl: undefined, dataDir });
  await migrate(db);
  await db.destroy();
  expect(await setOlderDataAside(dataDir, noon)).toBeUndefined();
  expect(existsSync(join(dataDir, 'formakte.sqlite'))).toBe(true);
  rmSync(dataDir, { recursive: true });
});

describeOnPostgres('A PostgreSQL database from before 0.1.0', (open) => {
  it('An older PostgreSQL database is rejected with its name, without its password', async () => {
    const { db, folder, remove } = await open();
    await markAsOlder(db);
    const databaseUrl = 'postgres://portal:secret@db.example:5432/portal';
    await expect(rejectOlderData(db, { databaseUrl, dataDir: folder })).rejects.toThrow(
      new OlderData(
        'The database "portal" on db.example was written by a version before 0.1.0, ' +
          'which this version cannot read. ' +
          'Start that version again, or set DATABASE_URL to an empty database.',
      ),
    );
    await sql`alter table "outbox" rename to "mailOutbox"`.execute(db);
    await remove();
  });
});
