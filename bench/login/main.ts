import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { webKeys } from '#server/testing/testServer.ts';
import { report } from '#tools/report.ts';
import { askEveryMs, password, seconds, buildUsername, users } from './spec.ts';

const agent = new Agent({ keepAlive: true });

/** Makes a call over a real connection; returns its duration in ms and its status. */
async function timed(url: string, body?: object): Promise<{ ms: number; status: number }> {
  const begun = performance.now();
  const call = request(url, {
    agent,
    method: body ? 'POST' : 'GET',
    headers: body ? { ...webKeys, 'content-type': 'application/json' } : {},
  });
  call.end(body && JSON.stringify(body));
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return { ms: performance.now() - begun, status: answer.statusCode ?? 0 };
}

const percentile = (sorted: readonly number[], part: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 10) /
  10;
const inOrder = (times: readonly number[]): number[] =>
  [...times].sort((one, other) => one - other);

/** Repeats the call until the time has passed. */
async function repeatFor(work: () => Promise<number>, pauseMs: number): Promise<number[]> {
  const times: number[] = [];
  for (
    const end = performance.now() + seconds * 1_000;
    performance.now() < end;
    await wait(pauseMs)
  )
    times.push(await work());
  return times;
}

async function measure(address: string): Promise<Record<string, number>> {
  const ask = async () => (await timed(`${address}/healthz`)).ms;
  const refused: number[] = [];
  const logIn = (Username: string, Password: string) => async () => {
    const { ms, status } = await timed(`${address}/api/authenticate/login`, { Username, Password });
    if (status !== 200) refused.push(status);
    return ms;
  };
  const idle = inOrder(await repeatFor(ask, askEveryMs));
  const [busy = [], ...logins] = await Promise.all([
    repeatFor(ask, askEveryMs),
    ...Array.from({ length: users }, (_, number) =>
      repeatFor(logIn(buildUsername(number), password), 0),
    ),
  ]);
  const [health, login] = [inOrder(busy), inOrder(logins.flat())];
  return {
    healthIdleP99Ms: percentile(idle, 0.99),
    healthP50Ms: percentile(health, 0.5),
    healthP99Ms: percentile(health, 0.99),
    loginP50Ms: percentile(login, 0.5),
    loginP99Ms: percentile(login, 0.99),
    loginsPerSecond: Math.round(login.length / seconds),
    refused: refused.length,
  };
}

const server = spawn(process.execPath, ['--import', 'tsx', 'bench/login/server.ts'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  report({
    name: 'bench:login',
    figures: await measure(String(line).trim()),
    targets: {
      healthP99Ms: { atMost: 200 },
      loginsPerSecond: { atLeast: 1 },
      refused: { atMost: 0 },
    },
  });
} finally {
  server.kill();
  agent.destroy();
}
