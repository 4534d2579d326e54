import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { webKeys } from '#server/testing/testServer.ts';
import { report } from '#tools/report.ts';
import { make, nextAddress } from '../calls.ts';
import { startChildServer } from '../childServer.ts';
import { percentile } from '../statistics.ts';
import { askEveryMs, buildUsername, password, users } from './spec.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
const seconds = Number(values.seconds);

/** Repeats the call until the time has passed; returns its durations in ms. */
async function repeatFor(work: () => Promise<unknown>, pauseMs: number): Promise<number[]> {
  const times: number[] = [];
  for (
    const end = performance.now() + seconds * 1_000;
    performance.now() < end;
    await wait(pauseMs)
  ) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times;
}

async function measure(address: string): Promise<Record<string, number>> {
  const ask = () => make({ method: 'GET', url: `${address}/healthz` });
  const logIn = (Username: string, Password: string) => () =>
    make({
      method: 'POST',
      url: `${address}/api/authenticate/login`,
      headers: { ...webKeys, ...nextAddress() },
      body: { Username, Password },
    });
  const idle = await repeatFor(ask, askEveryMs);
  const begun = performance.now();
  const [health = [], ...logins] = await Promise.all([
    repeatFor(ask, askEveryMs),
    ...Array.from({ length: users }, (_, number) =>
      repeatFor(logIn(buildUsername(number), password), 0),
    ),
  ]);
  // the last logins end later than `seconds`
  const elapsedSeconds = (performance.now() - begun) / 1_000;
  const login = logins.flat();
  return {
    healthIdleP99Ms: percentile(idle, 0.99),
    healthP50Ms: percentile(health, 0.5),
    healthP99Ms: percentile(health, 0.99),
    loginP50Ms: percentile(login, 0.5),
    loginP99Ms: percentile(login, 0.99),
    loginsPerSecond: Math.round(login.length / elapsedSeconds),
  };
}

const { ready, end } = await startChildServer<string>([
  ...['--import', 'tsx'],
  'bench/login/server.ts',
]);
try {
  report({
    name: 'bench:login',
    figures: await measure(ready),
    targets: {
      healthP99Ms: { atMost: 200 },
      loginsPerSecond: { atLeast: 1 },
    },
  });
} finally {
  await end();
}
