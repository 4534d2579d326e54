import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '#tools/preconditions.mjs';

export type Demo = { forms: { processGuid: string; title: string }[] };

const port = Number(process.env['BENCH_PORT'] ?? 41791);
const url = `http://localhost:${port}`;

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not get ready');
}

/** Runs the built product in its own process with new demo data, and measures it. */
export async function withProduct<Result>(
  measure: (url: string, demo: Demo) => Promise<Result>,
): Promise<Result> {
  build();
  const dataDir = mkdtempSync(join(tmpdir(), 'formakte-bench-'));
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, FORMAKTE_MODE: 'demo', PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  try {
    await untilReady();
    return await measure(url, (await (await fetch(`${url}/dev/demo.json`)).json()) as Demo);
  } finally {
    server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
