// Starts the built server in demo mode with fresh data, and copies the data to E2E_WORLD for the
// servers that journeys start.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

const folder = mkdtempSync(join(tmpdir(), 'formakte-e2e-'));
process.env.FORMAKTE_MODE = 'demo';
process.env.DATA_DIR = folder;
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
await import('../../dist/server/main.js');

const world = process.env.E2E_WORLD;
if (world) {
  // synchronous, so that no request can change the data before
  rmSync(world, { recursive: true, force: true });
  cpSync(folder, world, { recursive: true, filter: (path) => !path.includes('.sqlite') });
  const database = new Sqlite(join(folder, 'formakte.sqlite'), { readonly: true });
  database.prepare('vacuum into ?').run(join(world, 'formakte.sqlite'));
  database.close();
  process.once('exit', () => rmSync(world, { recursive: true, force: true }));
}
