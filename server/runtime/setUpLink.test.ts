import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startServerProcess, type ServerProcess } from '#server/testing/serverProcess.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { waitUntil } from '#tools/waitUntil.ts';

let dataDir: string;
let running: ServerProcess | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'formakte-set-up-'));
});
afterEach(async () => {
  await running?.kill();
  rmSync(dataDir, { recursive: true });
});

const start = async (): Promise<ServerProcess> => {
  running = await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'info' });
  return running;
};
const readLink = ({ said }: ServerProcess): string | undefined =>
  /^https:\/\/portal\.example(\/set-up\/\S+)$/m.exec(said())?.[1];

async function startWithLink(): Promise<{ server: ServerProcess; path: string }> {
  const server = await start();
  await waitUntil(async () => readLink(server) !== undefined, {
    withinMs: 10_000,
    message: 'No link was printed',
  });
  return { server, path: readLink(server) ?? '' };
}

const firm = {
  name: 'Aydın',
  firstName: 'Ada',
  lastName: 'Aydın',
  email: 'ada@aydin.example',
  username: 'ada',
  password: 'Vogelhaus-77',
  passwordConfirmation: 'Vogelhaus-77',
};

it(
  'An empty installation prints a fresh set-up link at each start until a firm exists',
  { timeout: scaleTimeout(240_000) },
  async () => {
    const first = await startWithLink();
    expect((await fetch(first.server.address + first.path)).status).toBe(200);
    await first.server.kill();

    const second = await startWithLink();
    expect(second.path).not.toBe(first.path);
    expect((await fetch(second.server.address + first.path)).status).toBe(410);
    const created = await fetch(second.server.address + second.path, {
      method: 'POST',
      body: new URLSearchParams(firm),
    });
    expect(created.status).toBe(200);
    expect(second.server.said()).toContain('"route":"/set-up/:token"');
    expect(second.server.said().split(second.path)).toHaveLength(2);
    await second.server.kill();

    const third = await start();
    await waitUntil(async () => third.said().includes('Formakte serves'), {
      withinMs: 10_000,
      message: 'The server did not print its address',
    });
    expect((await fetch(third.address + second.path)).status).toBe(410);
    expect(third.said()).not.toContain('/set-up/');
  },
);
