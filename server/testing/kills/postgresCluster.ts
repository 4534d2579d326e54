import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate, openDatabase } from '#server/db/database.ts';
import { freePort } from '#server/testing/serverProcess.ts';
import type { TestDatabase } from '#server/testing/testDatabase.ts';

const programs = '/usr/lib/postgresql';

/** Returns the folder with PostgreSQL's programs; undefined if it is not installed. */
export function findPostgresPrograms(): string | undefined {
  if (!existsSync(programs)) return undefined;
  return readdirSync(programs)
    .map((version) => join(programs, version, 'bin'))
    .findLast((folder) => existsSync(join(folder, 'initdb')));
}

/** PostgreSQL refuses to run as root. */
function runAsPostgres(command: string, args: readonly string[]): void {
  const [program, ...all] =
    process.getuid?.() === 0
      ? ['runuser', '-u', 'postgres', '--', command, ...args]
      : [command, ...args];
  execFileSync(program ?? '', all, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/**
 * Starts a PostgreSQL server of its own, because killing one of its processes restarts the sessions
 * of all its users.
 */
export async function startPostgresCluster(bin: string) {
  const folder = mkdtempSync(join(tmpdir(), 'formakte-cluster-'));
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder]);
  const data = join(folder, 'data');
  const port = await freePort();
  const control = (...args: string[]) =>
    runAsPostgres(join(bin, 'pg_ctl'), ['-s', '-w', '-D', data, ...args]);
  runAsPostgres(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust']);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`;
  control('-l', join(folder, 'log'), '-o', settings, 'start');
  const databaseUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const dataDir = mkdtempSync(join(tmpdir(), 'formakte-kills-'));
  const db = openDatabase({ databaseUrl, dataDir });
  await migrate(db);
  return {
    database: {
      db,
      folder: dataDir,
      databaseUrl,
      async remove() {
        await db.destroy();
        control('-m', 'immediate', 'stop');
        for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true });
      },
    } satisfies TestDatabase,
    /** Restarts all of PostgreSQL without a checkpoint, as after a power failure. */
    restart: async () => control('-m', 'immediate', 'restart'),
    /** Kills the process of one session; PostgreSQL then ends all others and recovers. */
    async killSession() {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()
        order by random() limit 1`.execute(db);
      for (const { pid } of rows) process.kill(pid, 'SIGKILL');
    },
  };
}
