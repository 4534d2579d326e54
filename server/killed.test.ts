import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Message, Timeline } from '#schemas/messages.ts';
import { startPractice } from './testing/testCases.ts';
import { openSqliteTest, type TestDatabase } from './testing/testDatabase.ts';
import { startTestServer } from './testing/testServer.ts';

const count = 200;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** A server process with its database in it, as in production; resolves when it answers. */
async function startProcess(port: number, dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: {
      PATH: process.env['PATH'] ?? '', PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'silent', PUBLIC_URL: 'https://portal.example', TRUSTED_PROXIES: '127.0.0.1', AUTH_SECRET: 'a secret that only tests know, long enough',
      WEB_APPLICATION_KEY: 'test-app', WEB_API_KEY: 'test-web', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@portal.example', SUPPORT_EMAIL: 'hilfe@portal.example', DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error('The server did not start');
    if ((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('a server that is killed while messages are sent', () => {
  let child: ChildProcess | undefined;
  let database: TestDatabase | undefined;
  afterEach(async () => {
    if (child?.exitCode === null && child.signalCode === null) await kill(child);
    await database?.remove();
  });

  it(`has every one of ${count} that it has acknowledged, and after repeats each once, as it was acknowledged`, { timeout: 60_000 }, async () => {
    const opened = database = await openSqliteTest();
    const server = await startTestServer({ open: async () => ({ ...opened, remove: async () => undefined }) });
    server.clock.forward(Date.now() - server.clock.now().getTime()); // a token that is good now
    const { accountId, userId, headers, provider } = await startPractice(server);
    const { caseId } = await provider.openCase({ header: 'A', userIds: [userId] });
    await server.close();

    const port = await freePort();
    const root = `http://127.0.0.1:${port}/api/v2.0/e.consult.${accountId}/akten`;
    /** The id under which it is acknowledged; undefined where nobody answered. */
    const send = async (index: number): Promise<string | undefined> => {
      const answer = await fetch(`${root}/${caseId}/messages`, {
        method: 'POST', headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': `message-${index}`, 'x-forwarded-for': `198.51.100.${index % 200}` }, // many people, for one may not send so much
        body: JSON.stringify({ Header: `Nr. ${index}`, TextContent: 'Wie geht es weiter?' }),
      }).catch(() => undefined);
      return answer?.ok ? ((await answer.json().catch(() => undefined)) as Message | undefined)?.id : undefined;
    };
    const indexes = Array.from({ length: count }, (_, index) => index);
    /** Four at once; `then` hears of each that was acknowledged. */
    const sendAll = async (then: (acknowledged: number) => void) => {
      const [ids, waiting] = [new Map<number, string>(), [...indexes]];
      await Promise.all([1, 2, 3, 4].map(async () => {
        for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
          const id = await send(index);
          if (id === undefined) continue;
          ids.set(index, id);
          then(ids.size);
        }
      }));
      return ids;
    };
    const listed = async () => ((await (await fetch(`${root}/timeline/${caseId}?Size=-1`, { headers })).json()) as Timeline).messages.timeline;

    const first = child = await startProcess(port, opened.folder);
    const acknowledged = await sendAll((size) => { if (size === count / 2) first.kill('SIGKILL'); });
    expect(acknowledged.size).toBeGreaterThanOrEqual(count / 2);
    expect(acknowledged.size).toBeLessThan(count);

    child = await startProcess(port, opened.folder);
    const kept = (await listed()).map(({ id }) => id);
    expect(new Set(kept).size).toBe(kept.length);
    expect([...acknowledged.values()].filter((id) => !kept.includes(id))).toEqual([]);

    const repeated = await sendAll(() => undefined);
    expect([...acknowledged].filter(([index, id]) => repeated.get(index) !== id)).toEqual([]);
    const timeline = await listed();
    expect(timeline.map(({ header }) => header).sort()).toEqual(indexes.map((index) => `Nr. ${index}`).sort());
    expect(timeline.map(({ id }) => id).sort()).toEqual([...repeated.values()].sort());
  });
});
