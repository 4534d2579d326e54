import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { eventLimits } from '#schemas/events/limits.ts';
import { streamLimits } from '#server/events/limits.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

/** The longest time until an open page learns that its session has ended. */
export const sessionEndWithinMs = scaleTimeout(
  2 * (streamLimits.sessionCheckMs + eventLimits.retryMs),
);

const run = promisify(execFile);

const readyWithinMs = scaleTimeout(60_000); // on a busy machine
/** Timeout of fixtures that start a server; it does not count for the journey. */
export const serverTimeoutMs = readyWithinMs + scaleTimeout(10_000);

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No free port');
  return address.port;
}

const productionEnvironment = {
  FORMAKTE_MODE: 'production',
  AUTH_SECRET: 'a secret that only journeys know, long enough',
  WEB_APPLICATION_KEY: 'e2e-app',
  WEB_API_KEY: 'e2e-web',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'portal@portal.example',
  SUPPORT_EMAIL: 'hilfe@portal.example',
};

/** Everything that the servers of this worker's journeys have printed. */
let printed = '';

/** Returns the last lines that own servers printed since this was called before. */
export function takeServerLines(count: number): string[] {
  const lines = printed.split('\n').filter(Boolean).slice(-count);
  printed = '';
  return lines;
}

/** A server with its own copy of the demo data, for journeys that kill or change it. */
export class OwnServer {
  private process: ChildProcess | undefined;
  private said = '';
  private env: NodeJS.ProcessEnv = {};

  private constructor(
    readonly port: number,
    private readonly dataDir: string,
  ) {}

  static create(env: Record<string, string> = {}): Promise<OwnServer> {
    return OwnServer.createIn(env, (dataDir) =>
      cp(process.env['E2E_WORLD'] ?? '', dataDir, { recursive: true }),
    );
  }

  /** Starts in production mode without any data. */
  static createEmpty(env: Record<string, string> = {}): Promise<OwnServer> {
    return OwnServer.createIn({ ...productionEnvironment, ...env });
  }

  private static async createIn(
    env: Record<string, string>,
    fill?: (dataDir: string) => Promise<void>,
  ): Promise<OwnServer> {
    const server = new OwnServer(
      await findFreePort(),
      await mkdtemp(join(tmpdir(), 'formakte-e2e-')),
    );
    try {
      await fill?.(server.dataDir);
      await server.start(env);
    } catch (error) {
      await server.remove();
      throw error;
    }
    return server;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async start(env: Record<string, string> = {}): Promise<void> {
    this.env = {
      ...process.env,
      FORMAKTE_MODE: 'demo',
      PUBLIC_URL: this.url,
      PORT: String(this.port),
      DATA_DIR: this.dataDir,
      LOG_LEVEL: 'warn',
      ...env,
    };
    this.process = spawn(
      process.execPath,
      ['--import', './e2e/support/movableClock.mjs', 'dist/server/main.js'],
      { env: this.env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    );
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.on('data', (chunk) => {
        this.said += String(chunk);
        printed += String(chunk);
      });
    await expect
      .poll(() => this.readState(), { timeout: readyWithinMs, intervals: [100] })
      .not.toBe('starting');
    if ((await this.readState()) === 'exited')
      throw new Error(`The server exited at its start:\n${this.said.slice(-1_000)}`);
  }

  /** Runs a command of the operator while the server runs, and returns what it printed as JSON. */
  async runAdmin<T>(...args: string[]): Promise<T> {
    const command = ['--import', 'tsx', 'server/admin/main.ts', ...args, '--json'];
    const { stdout } = await run(process.execPath, command, { env: this.env });
    return JSON.parse(stdout) as T;
  }

  /** Waits for the set-up link, which an empty server prints after its port is open. */
  async findSetUpLink(): Promise<string> {
    const find = () => /^http\S+\/set-up\/\S+$/m.exec(this.said)?.[0];
    await expect.poll(find).toBeDefined();
    return find() ?? '';
  }

  private async readState(): Promise<'starting' | 'ready' | 'exited'> {
    if (this.process?.exitCode !== null) return 'exited';
    const response = await fetch(`${this.url}/readyz`).catch(() => undefined);
    return response?.ok ? 'ready' : 'starting';
  }

  /** Moves the server's Date forward. Its timers keep running in real time. */
  async forward(ms: number): Promise<void> {
    if (!this.process) throw new Error('The server is not running');
    const forwarded = once(this.process, 'message');
    this.process.send({ forward: ms });
    await forwarded;
  }

  /** Kills the process without a graceful shutdown, like a power cut. */
  async kill(): Promise<void> {
    if (!this.process || this.process.exitCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
