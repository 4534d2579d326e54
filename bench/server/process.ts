import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundleServer } from '#tools/bundleServer.mjs';
import type { Ready, Start } from './spec.ts';
import type { Size } from './world.ts';

let program: Promise<string> | undefined;

/** Bundles the server as in production; the sources run a little slower. */
async function bundled(): Promise<string> {
  await bundleServer('dist/bench', { server: 'bench/server/server.ts' });
  return 'dist/bench/server.js';
}

export type Server = Ready & { size: Size; end: () => Promise<void> };

/** A server process of this bench. */
export async function startServer(options: Start): Promise<Server> {
  const child = spawn(process.execPath, [await (program ??= bundled()), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    return {
      ...(JSON.parse(line) as Ready),
      size: options.size,
      async end() {
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      },
    };
  }
  throw new Error('A server did not start');
}
