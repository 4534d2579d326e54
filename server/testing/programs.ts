import { join } from 'node:path';
import { bundleServer } from '#tools/bundleServer.mjs';

const folder = 'dist/testPrograms';
const sources = {
  server: 'server/runtime/main.ts',
  admin: 'server/admin/main.ts',
  callMany: 'server/testing/callMany.ts',
  sendMany: 'server/testing/sendMany.ts',
};

/** Returns the arguments that start a program of the tests with Node. */
export const getProgram = (name: keyof typeof sources): string[] => [join(folder, `${name}.js`)];

/** Bundles the programs once per run: a bundle starts in a third of the time of its sources. */
export async function setup(): Promise<void> {
  await bundleServer(folder, sources);
}
