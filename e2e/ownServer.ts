import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '#schemas/limits.ts';

/** A page that is open hears of its session's end when the server looks next, or when it asks itself. */
export const toldWithinMs = 2 * (limits.event.sessionCheckMs + limits.event.retryMs);

const readyWithinMs = 60_000; // on a busy machine
/** For the fixtures that start one: nothing of it comes off the journey's own time. */
export const serverTimeoutMs = readyWithinMs + 10_000;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No free port');
  return address.port;
}

/** A server of the test's own, on its own copy of the demo world: for journeys in which it dies, or is changed for everybody. */
export class OwnServer {
  private process: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly dataDir: string,
  ) {}

  static async create(env: Record<string, string> = {}): Promise<OwnServer> {
    const server = new OwnServer(await freePort(), await mkdtemp(join(tmpdir(), 'formakte-e2e-')));
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
      ['--import', './e2e/movableClock.mjs', 'dist/server/main.js'],
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
    const deadline = Date.now() + readyWithinMs;
    while (Date.now() < deadline && this.process.exitCode === null) {
      const ready = await fetch(`${this.url}/readyz`).catch(() => undefined);
      if (ready?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(
      this.process.exitCode === null
        ? 'The server did not get ready'
        : 'The server has ended instead of getting ready',
    );
  }

  /** Lets time pass for the server; what waits in it for a moment goes by the real one. */
  async forward(ms: number): Promise<void> {
    if (!this.process) throw new Error('The server is not running');
    const forwarded = once(this.process, 'message');
    this.process.send({ forward: ms });
    await forwarded;
  }

  /** As a power cut would: no warning, no goodbye. */
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
