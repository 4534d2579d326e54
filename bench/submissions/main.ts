import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { webKeys } from '#server/testing/testServer.ts';
import { bundleServer } from '#tools/bundleServer.mjs';
import { report } from '#tools/report.ts';
import { withDatabase, type BenchDatabase } from '../database.ts';
import { seconds, visitors, type Ready } from './spec.ts';

const { values } = parseArgs({
  options: { databases: { type: 'string', default: 'sqlite,postgres' } },
});
const program = 'dist/bench/submissions.js';

async function call<T>(url: string, body: object, headers: Record<string, string>): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...webKeys, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Opens the form and submits it; returns the duration of the submission in ms. */
async function submitOnce({ address, processGuid }: Ready, visitor: number): Promise<number> {
  const headers = { 'x-forwarded-for': `198.51.${visitor}.${Math.floor(Math.random() * 255)}` };
  const { accessToken, workflowKey } = await call<{ accessToken: string; workflowKey: string }>(
    `${address}/api/authenticate/adhoc/workflow`,
    { key: processGuid },
    headers,
  );
  const begun = performance.now();
  await call(
    `${address}/api/assistants/process?workflowKey=${workflowKey}`,
    {
      revision: 1,
      language: 'de',
      answers: [{ elementId: 'name0', type: 'input', value: `Nummer ${visitor}` }],
    },
    { ...headers, authorization: `Bearer ${accessToken}` },
  );
  return performance.now() - begun;
}

type Measured = { perSecond: number; p50Ms: number; cpuMs: number };

/** Asks the server process for the processor time it has used, in ms. */
async function readCpuMs(server: ChildProcess): Promise<number> {
  const answered = once(server, 'message') as Promise<[NodeJS.CpuUsage]>;
  server.send('cpu');
  const [{ user, system }] = await answered;
  return (user + system) / 1_000;
}

async function measure(ready: Ready, server: ChildProcess): Promise<Measured> {
  const cpuBefore = await readCpuMs(server);
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: visitors }, async (_, visitor) => {
      while (performance.now() < end) times.push(await submitOnce(ready, visitor));
    }),
  );
  times.sort((one, other) => one - other);
  return {
    cpuMs: Math.round((10 * ((await readCpuMs(server)) - cpuBefore)) / times.length) / 10,
    perSecond: Math.round(times.length / seconds),
    p50Ms: Math.round(times[Math.floor(times.length / 2)] ?? 0),
  };
}

async function measureOn(start: BenchDatabase): Promise<Measured> {
  const server = spawn(process.execPath, [program, JSON.stringify(start)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  try {
    const [line] = (await once(server.stdout ?? server, 'data')) as [Buffer];
    return await measure(JSON.parse(String(line)) as Ready, server);
  } finally {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  }
}

await bundleServer('dist/bench', { submissions: 'bench/submissions/server.ts' });
const figures: Record<string, number> = {};
for (const kind of values.databases.split(',')) {
  const { perSecond, p50Ms, cpuMs } = await withDatabase(kind, measureOn);
  figures[`${kind}PerSecond`] = perSecond;
  figures[`${kind}P50Ms`] = p50Ms;
  figures[`${kind}ProcessorMs`] = cpuMs; // of the server, for opening the form and sending it
}
report({
  name: 'bench:submissions',
  figures,
  targets: {
    ...('postgresPerSecond' in figures ? { postgresPerSecond: { atLeast: 60 } } : {}),
    ...('sqlitePerSecond' in figures ? { sqlitePerSecond: { atLeast: 60 } } : {}),
  },
});
