import { bundleServer } from '#tools/bundleServer.mjs';
import { startChildServer } from '../childServer.ts';
import type { Ready, Start } from './spec.ts';
import type { Size } from './world.ts';

let program: Promise<string> | undefined;

/** Bundles the server as in production; the sources run a little slower. */
async function bundle(): Promise<string> {
  await bundleServer('dist/bench', { server: 'bench/server/server.ts' });
  return 'dist/bench/server.js';
}

export type Server = Ready & { size: Size; end: () => Promise<void> };

/** Starts a server process of this bench. */
export async function startServer(options: Start): Promise<Server> {
  const args = [await (program ??= bundle()), JSON.stringify(options)];
  const { ready, end } = await startChildServer<Ready>(args);
  return { ...ready, size: options.size, end };
}
