import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { eventLimits } from '#schemas/platform/limits.ts';
import { streamLimits } from '#server/events/limits.ts';

/** The longest time until an open page learns that its session has ended. */
export const sessionEndWithinMs = 2 * (streamLimits.sessionCheckMs + eventLimits.retryMs);

const readyWithinMs = 60_000; // on a busy machine
/** Timeout of fixtures that start a server; it does not count for the journey. */
export const serverTimeoutMs = readyWithinMs + 10_000;

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No free port');
  return address.port;
}

/** A server with its own copy of the demo data, for journeys that kill or change it. */
export class OwnServer {
  private process: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly dataDir: string,
  ) {}

  static async create(env: Record<string, string> = {}): Promise<OwnServer> {
    const server = new OwnServer(
      await findFreePort(),
      await mkdtemp(join(tmpdir(), 'formakte-e2e-')),
    );
    try {
      await cp(process.env['E2E_WORLD'] ?? '', server.dataDir, { recursive: true });
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
    this.process = spawn(
      process.execPath,
      ['--import', './e2e/support/movableClock.mjs', 'dist/server/main.js'],
      {
        env: {
          ...process.env,
          FORMAKTE_MODE: 'demo',
          PORT: String(this.port),
          DATA_DIR: this.dataDir,
          LOG_LEVEL: 'silent',
          ...env,
        },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    );
    await expect
      .poll(() => this.readState(), { timeout: readyWithinMs, intervals: [100] })
      .not.toBe('starting');
    if ((await this.readState()) === 'exited') throw new Error('The server exited at its start');
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
