import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { isReady, waitUntil } from '#tools/waitUntil.ts';
import { getClockEnvironment } from './clocks/faketime.ts';
import { getProgram } from './programs.ts';

const startWithinMs = 60_000;

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** Returns what each program needs in production, with the secrets of the test servers. */
export const getProductionEnvironment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  ...getClockEnvironment(),
  PUBLIC_URL: 'https://portal.example',
  AUTH_SECRET: 'a secret that only tests know, long enough',
  WEB_APPLICATION_KEY: 'test-app',
  WEB_API_KEY: 'test-web',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'portal@portal.example',
  SUPPORT_EMAIL: 'hilfe@portal.example',
});

export type ServerProcess = {
  child: ChildProcess;
  address: string;
  /** kills it, like a power failure */ kill: () => Promise<void>;
  /** its output */ said: () => string;
};

/**
 * Starts a production server as a child process; resolves once it responds. It has the test
 * servers' secrets.
 */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, getProgram('server'), {
    env: {
      ...getProductionEnvironment(),
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      TRUSTED_PROXIES: '127.0.0.1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  async function kill(): Promise<void> {
    if (hasEnded()) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  const message = 'The server did not start';
  await waitUntil(async () => hasEnded() || (await isReady(`${address}/readyz`)), {
    withinMs: startWithinMs,
    message,
  });
  if (hasEnded()) throw new Error(message);
  return { child, address, kill, said: () => said };
}
