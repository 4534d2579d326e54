// Bundles server code; most packages stay in node_modules.
import { cpSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/** Element definitions load their views by `import()`, which the server never calls. */
const viewsStayOut = {
  name: 'views-stay-out',
  /** @param {import('esbuild').PluginBuild} build */
  setup: (build) =>
    build.onResolve({ filter: /View\.tsx$/ }, ({ path }) => ({ path, external: true })),
};

/** Runs in a process of its own, so it is a bundle beside the server. */
const sheetWorker = 'server/pdf/sheetWorker.ts';

/**
 * ES modules of many small files. Bundled, because reading those files took a third of the time
 * until the server starts.
 */
const bundled = new Set(['culori', 'hucre', 'jose', 'kysely', 'libphonenumber-js', 'typebox']);
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const external = Object.keys({ ...dependencies, ...devDependencies }).filter(
  (name) => !bundled.has(name),
);

/**
 * @param {string} folder
 * @param {Record<string, string>} programs their sources by name
 */
export async function bundleServer(folder, programs) {
  await build({
    entryPoints: { ...programs, sheetWorker },
    outdir: folder,
    bundle: true,
    external,
    // Code that is imported on demand is in files of its own, which most starts never read. They are
    // beside the server, because it finds its workers by its own address.
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [viewsStayOut],
  });
  for (const program of ['validators/compileWorker.mjs', 'pictures/drawWorker.mjs'])
    cpSync(`server/${program}`, join(folder, basename(program)));
}
