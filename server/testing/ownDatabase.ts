import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** Where a server with its own database stores its data. */
export type ServerStorage = { dataDir: string; databaseUrl: string | undefined };

const postgresUrl =
  process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

async function runAsAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Runs work on an empty database and removes it. */
export async function withDatabase<T>(
  kind: string,
  work: (start: ServerStorage) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'formakte-own-'));
  const name = `formakte_own_${randomBytes(6).toString('hex')}`;
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  if (kind === 'postgres') await runAsAdmin(`create database ${name}`);
  try {
    return await work({ dataDir, databaseUrl: kind === 'postgres' ? url.href : undefined });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    if (kind === 'postgres') await runAsAdmin(`drop database ${name} with (force)`);
  }
}
