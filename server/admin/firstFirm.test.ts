import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { getProgram } from '#server/testing/programs.ts';
import { getProductionEnvironment, startServerProcess } from '#server/testing/serverProcess.ts';
import { restorePostgres, restoreSqlite } from '#server/testing/testDatabase.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

type Firm = { apiKey: string };

/** Runs `firm add` as a process of its own. */
async function addInProcess(firm: string, environment: Record<string, string>) {
  const args = ['firm', 'add', firm, '--name', 'Kanzlei', '--json'];
  const child = spawn(process.execPath, [...getProgram('admin'), ...args], {
    env: { ...getProductionEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complained] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { said, complained };
}

it(
  'A firm is added to an empty folder, another one while the server runs, and both publish',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'formakte-admin-'));
    const add = async (firm: string): Promise<Firm> =>
      JSON.parse((await addInProcess(firm, { DATA_DIR: dataDir })).said) as Firm;
    const first = await add('one');
    const server = await startServerProcess({ DATA_DIR: dataDir });
    const second = await add('two');
    for (const { apiKey } of [first, second]) {
      const headers = { 'x-api-key': apiKey };
      const forms = `${server.address}/provider/v1/forms`;
      const created = await fetch(forms, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          definition: {
            title: 'Anfrage',
            formElements: [{ id: 'name', type: 'input', label: 'Name' }],
          },
        }),
      });
      const { formId } = (await created.json()) as { formId: string };
      const published = await fetch(`${forms}/${formId}/publish`, { method: 'POST', headers });
      expect(published.status).toBe(200);
    }
    await server.kill();
    rmSync(dataDir, { recursive: true });
  },
  scaleTimeout(120_000),
);

it.each([
  ['SQLite', () => restoreSqlite('')],
  ...(process.env['TEST_DATABASE_URL'] ? [['PostgreSQL', () => restorePostgres('')] as const] : []),
] as const)(
  'Of commands that add the same first firm at once, one adds it and the others say so, on %s',
  async (_, open) => {
    const { db, folder, databaseUrl, remove } = await open();
    const environment = {
      DATA_DIR: folder,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    };
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => addInProcess('one', environment)),
    );
    expect(runs.map(({ complained }) => complained.trim()).toSorted()).toEqual([
      '',
      ...Array<string>(3).fill(
        '{"error":"There is already a firm one. Choose another key for its address."}',
      ),
    ]);
    expect(await db.selectFrom('accounts').select('uniqueKey').execute()).toHaveLength(1);
    await remove();
  },
  scaleTimeout(120_000),
);
