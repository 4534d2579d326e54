import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '#tools/preconditions.mjs';
import { requireFreePort } from '#tools/requireFreePort.ts';
import { isReady, waitUntil } from '#tools/waitUntil.ts';

export type Demo = {
  providerApiKey: string;
  forms: { processGuid: string; title: string }[];
};

/** Returns the path of a form. Throws when no form has the title, as its error page is fast. */
export function findForm({ forms }: Demo, wanted: string): string {
  const form = forms.find(({ title }) => title === wanted);
  if (!form) throw new Error(`The demo has no form "${wanted}"`);
  return `/externalform/${form.processGuid}`;
}

const port = Number(process.env['BENCH_PORT'] ?? 41791);
const url = `http://localhost:${port}`;

/** Storing the demo data takes 7 s of processor time, which a busy machine stretches. */
const startMs = 60_000;

/** Runs the built product in its own process with new demo data, and measures it. */
export async function withProduct<Result>(
  measure: (url: string, demo: Demo) => Promise<Result>,
): Promise<Result> {
  build();
  await requireFreePort(port);
  const dataDir = mkdtempSync(join(tmpdir(), 'formakte-bench-'));
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      FORMAKTE_MODE: 'demo',
      PORT: String(port),
      DATA_DIR: dataDir,
      TRUSTED_PROXIES: 'loopback', // a bench may come from many addresses
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(server, 'exit');
  const ended = exit.then(([code]) => {
    throw new Error(`The server ended with code ${code}`);
  });
  try {
    const ready = waitUntil(() => isReady(`${url}/readyz`), {
      withinMs: startMs,
      message: 'The server did not start',
    });
    await Promise.race([ready, ended]);
    return await measure(url, (await (await fetch(`${url}/dev/demo.json`)).json()) as Demo);
  } finally {
    server.kill();
    await exit; // until then it writes into its folder
    rmSync(dataDir, { recursive: true, force: true });
  }
}
