// Bundles server code into one file; packages stay in node_modules.
import { cpSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

/** Element definitions load their views by `import()`, which the server never calls. */
const viewsStayOut = {
  name: 'views-stay-out',
  /** @param {import('esbuild').PluginBuild} build */
  setup: (build) =>
    build.onResolve({ filter: /View\.tsx$/ }, ({ path }) => ({ path, external: true })),
};

/** @param {string} entryPoint @param {string} outfile */
export async function bundleServer(entryPoint, outfile) {
  await build({
    entryPoints: [entryPoint],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [viewsStayOut],
  });
  for (const program of ['validators/compileWorker.mjs', 'pictures/drawWorker.mjs'])
    cpSync(`server/${program}`, join(dirname(outfile), basename(program)));
}
