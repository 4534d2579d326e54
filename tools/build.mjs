// Client by Vite, precompressed; server as one bundle.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as bundle } from 'esbuild';
import { build as buildClient } from 'vite';
import { buildAndStamp } from './preconditions.mjs';

const clientFolder = 'dist/client';
const compressible = new Set(['.js', '.css', '.html', '.svg', '.json']);
const minBytes = 1_024; // below this a compressed copy saves nothing

/** Beside each text file a `.br` and a `.gz`: made once, sent often. */
async function precompress() {
  const files = readdirSync(clientFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(async (file) => {
    const bytes = readFileSync(file);
    if (bytes.length < minBytes) return;
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
    writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }));
}

/** Element definitions name their views by `import()`; the server never follows. */
const viewsStayOut = {
  name: 'views-stay-out',
  /** @param {import('esbuild').PluginBuild} build */
  setup: (build) => build.onResolve({ filter: /View\.tsx$/ }, ({ path }) => ({ path, external: true })),
};

async function buildServer() {
  await bundle({
    entryPoints: ['server/main.ts'], outfile: 'dist/server/main.js', bundle: true, packages: 'external', platform: 'node', target: 'node20', format: 'esm',
    sourcemap: true, logLevel: 'warning', plugins: [viewsStayOut],
  });
  for (const program of ['validators/compileWorker.mjs', 'pictures/drawWorker.mjs']) cpSync(`server/${program}`, `dist/server/${basename(program)}`);
}

await buildAndStamp(async () => {
  await Promise.all([buildClient({ logLevel: 'warn' }), buildServer()]);
  await precompress();
});
