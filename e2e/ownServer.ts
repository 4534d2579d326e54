import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No free port');
  return address.port;
}

/** A server of the test's own, on its own data: for journeys in which it dies. */
export class OwnServer {
  private process: ChildProcess | undefined;

  private constructor(readonly port: number, private readonly dataDir: string) {}

  static async create(env: Record<string, string> = {}): Promise<OwnServer> {
    const server = new OwnServer(await freePort(), await mkdtemp(join(tmpdir(), 'formakte-e2e-')));
    try {
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
    this.process = spawn(process.execPath, ['dist/server/main.js'], {
      env: { ...process.env, FORMAKTE_MODE: 'demo', PORT: String(this.port), DATA_DIR: this.dataDir, LOG_LEVEL: 'silent', ...env },
      stdio: 'ignore',
    });
    const deadline = Date.now() + 40_000;
    while (Date.now() < deadline) {
      const ready = await fetch(`${this.url}/readyz`).catch(() => undefined);
      if (ready?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The server did not get ready');
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
