// Builds the client with Vite, precompressed, and the server as one bundle.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as buildClient } from 'vite';
import { bundleServer } from './bundleServer.mjs';
import { buildAndStamp } from './preconditions.mjs';

const clientFolder = 'dist/client';
const compressible = new Set(['.js', '.css', '.html', '.svg', '.json']);
const minBytes = 1_024; // below this a compressed copy saves nothing

/** Writes a `.br` and a `.gz` copy of each text file, so that the server compresses nothing. */
async function precompress() {
  const files = readdirSync(clientFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      if (bytes.length < minBytes) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

/** Builds the pages that the server renders, from the client's sources and with its class names. */
async function buildServerRender() {
  await buildClient({
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    publicDir: false,
    build: {
      ssr: 'src/app/serverRender/renderPages.tsx',
      outDir: 'dist/server/serverRender',
      manifest: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { entryFileNames: 'serverRender.js', codeSplitting: true } },
    },
  });
}

await buildAndStamp(async () => {
  await Promise.all([
    buildClient({ logLevel: 'warn' }),
    bundleServer('dist/server', { main: 'server/runtime/main.ts' }),
  ]);
  await buildServerRender();
  await precompress();
});
