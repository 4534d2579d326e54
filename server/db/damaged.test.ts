import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate, openDatabase } from './database.ts';
import { checkAfterCrash, openSqlite } from './sqlite.ts';

const pageBytes = 4_096;
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'formakte-damaged-'));
  file = join(folder, 'formakte.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Fills a database so that most pages hold rows. */
async function fill(): Promise<void> {
  const db = openDatabase({ databaseUrl: undefined, dataDir: folder });
  await migrate(db);
  const subjects = Array.from({ length: 2_000 }, (_, index) => `${index}`.padStart(200, '0'));
  for (const subject of subjects)
    await db.insertInto('attemptCounters').values({ subject, count: 1, endsAt: '2026' }).execute();
  await db.destroy();
}

function overwrite(from: number, to: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, from, to);
  writeFileSync(file, bytes);
}
/** A process that was killed leaves its journal. */
const leaveJournal = () => writeFileSync(`${file}-wal`, 'not empty');

it('A damaged page is found after an unclean end, with the file and what to do', async () => {
  await fill();
  leaveJournal();
  checkAfterCrash(folder);
  leaveJournal();
  const { length } = readFileSync(file);
  overwrite(length - 40 * pageBytes, length - 20 * pageBytes);
  expect(() => checkAfterCrash(folder)).toThrow(
    `The database file ${file} is damaged (quick_check): restore the latest backup`,
  );
});

it('A database that was closed is not checked again', async () => {
  await fill();
  const { length } = readFileSync(file);
  overwrite(length - 40 * pageBytes, length - 20 * pageBytes);
  checkAfterCrash(folder);
});

it('A broken file is named with what to do', async () => {
  await fill();
  overwrite(0, pageBytes);
  expect(() => openSqlite(folder)).toThrow(
    `The database file ${file} is damaged (SQLITE_NOTADB): restore the latest backup`,
  );
});

it('A file that cannot be opened is named with what to do', () => {
  mkdirSync(file);
  expect(() => openSqlite(folder)).toThrow(
    `The database file ${file} cannot be opened (SQLITE_CANTOPEN`,
  );
});
