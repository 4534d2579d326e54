import type { ChildProcess } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { FormSession } from '#schemas/forms/assistants.ts';
import { webKeys } from '#server/testing/testServer.ts';
import { bundleServer } from '#tools/bundleServer.mjs';
import { report } from '#tools/report.ts';
import { make, nextAddress } from '../calls.ts';
import { askChild, startChildServer } from '../childServer.ts';
import { withDatabase, type ServerStorage } from '#server/testing/ownDatabase.ts';
import { median } from '../statistics.ts';
import { visitors, type Ready } from './spec.ts';

const { values } = parseArgs({
  options: {
    databases: { type: 'string', default: 'sqlite,postgres' },
    seconds: { type: 'string', default: '10' },
  },
});
const seconds = Number(values.seconds);
const program = 'dist/bench/submissions.js';

/** Opens the form and submits it; returns the duration of the submission in ms. */
async function submitOnce({ address, processGuid }: Ready, visitor: number): Promise<number> {
  const headers = { ...webKeys, ...nextAddress() };
  const opened = await make({
    method: 'POST',
    url: `${address}/api/authenticate/adhoc/workflow`,
    headers,
    body: { key: processGuid },
  });
  const { accessToken, workflowKey } = JSON.parse(opened) as FormSession;
  const begun = performance.now();
  await make({
    method: 'POST',
    url: `${address}/api/assistants/process?workflowKey=${workflowKey}`,
    headers: { ...headers, authorization: `Bearer ${accessToken}` },
    body: {
      revision: 1,
      language: 'de',
      answers: [{ elementId: 'name0', type: 'input', value: `Nummer ${visitor}` }],
    },
  });
  return performance.now() - begun;
}

type Measured = { perSecond: number; p50Ms: number; cpuMs: number };

/** Asks the server process for the processor time it has used, in ms. */
async function readCpuMs(server: ChildProcess): Promise<number> {
  const { user, system } = await askChild<NodeJS.CpuUsage>(server, 'cpu');
  return (user + system) / 1_000;
}

async function measure(ready: Ready, server: ChildProcess): Promise<Measured> {
  const cpuBefore = await readCpuMs(server);
  const times: number[] = [];
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  await Promise.all(
    Array.from({ length: visitors }, async (_, visitor) => {
      while (performance.now() < end) times.push(await submitOnce(ready, visitor));
    }),
  );
  // the last submissions end later than `seconds`
  const elapsedSeconds = (performance.now() - begun) / 1_000;
  return {
    cpuMs: Math.round((10 * ((await readCpuMs(server)) - cpuBefore)) / times.length) / 10,
    perSecond: Math.round(times.length / elapsedSeconds),
    p50Ms: Math.round(median(times)),
  };
}

async function measureOn(start: ServerStorage): Promise<Measured> {
  const { ready, child, end } = await startChildServer<Ready>([program, JSON.stringify(start)]);
  try {
    return await measure(ready, child);
  } finally {
    await end();
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
