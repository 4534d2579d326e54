import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { findChromium } from '#tools/browser.mjs';
import { build } from '#tools/preconditions.mjs';
import { report } from '#tools/report.ts';

const port = Number(process.env['BENCH_PORT'] ?? 41791);
const url = `http://localhost:${port}`;
const kilobyte = 1_000;

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not get ready');
}

/** A demo form without map and signature: both come with code of their own. */
const measured = 'Kündigung prüfen lassen';

/** gzip size of everything a visitor's browser loads to show a form, in kB by kind. */
async function measure(): Promise<Record<string, number>> {
  const { forms } = (await (await fetch(`${url}/dev/demo.json`)).json()) as { forms: { processGuid: string; title: string }[] };
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  const page = await browser.newPage({ locale: 'de-DE' });
  const sizes = new Map<string, number>();
  const counted: Promise<void>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    counted.push(response.body().then((body) => {
      const bytes = kind === 'font' ? body.length : gzipSync(body, { level: 9 }).length; // a font is compressed already
      sizes.set(kind, (sizes.get(kind) ?? 0) + bytes);
    }));
  });
  const lastScript = page.waitForResponse(/ToastViewport-.*\.js$/); // fetched ahead, when all else is there
  await page.goto(`${url}/externalform/${forms.find(({ title }) => title === measured)?.processGuid}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await lastScript;
  await page.waitForLoadState('networkidle');
  page.removeAllListeners('response'); // what comes while the page is closed has no body any more
  await Promise.all(counted);
  await browser.close();
  return Object.fromEntries([...sizes].map(([kind, bytes]) => [`${kind}Kb`, Math.round(bytes / kilobyte)]));
}

build();
const dataDir = mkdtempSync(join(tmpdir(), 'formakte-bench-'));
const server = spawn(process.execPath, ['dist/server/main.js'], { env: { ...process.env, FORMAKTE_MODE: 'demo', PORT: String(port), DATA_DIR: dataDir }, stdio: 'ignore' });
try {
  await untilReady();
  report({ name: 'bench:size', figures: await measure(), targets: { scriptKb: { atMost: 250, atLeast: 1 } } });
} finally {
  server.kill();
  rmSync(dataDir, { recursive: true, force: true });
}
