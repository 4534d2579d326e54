import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

const here = import.meta.dirname;
const dist = join(here, '../../dist/bench-first');

/** Pages of 20 plain fields, beside which our pages are measured. */
const entries = {
  bare: '../forms/pages/bare.tsx',
  reactHookForm: '../forms/peers/reactHookForm.jsx',
  formily: '../forms/peers/formily.jsx',
  rjsf: '../forms/peers/rjsf.jsx',
} as const;
export type MinimalPage = keyof typeof entries;
export const minimalPages = Object.keys(entries) as MinimalPage[];

/** An entry that loads a contestant and mounts it. */
const mountedEntry = (name: MinimalPage): Plugin => ({
  name: 'mounted-entry',
  resolveId: (id) => (id === 'mounted' ? '\0mounted' : undefined),
  load: (id) =>
    id === '\0mounted'
      ? [entries[name], 'mount.ts']
          .map((file) => `import ${JSON.stringify(join(here, file))};`)
          .join('\n')
      : undefined,
});

const buildPage = (name: MinimalPage) =>
  build({
    configFile: false,
    plugins: [mountedEntry(name), react()],
    root: join(here, '../..'),
    mode: 'production',
    logLevel: 'error',
    publicDir: false,
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      outDir: join(dist, name),
      emptyOutDir: true,
      modulePreload: false,
      target: 'es2022',
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: 'mounted', output: { entryFileNames: 'main.js' } },
    },
  });

const buildHtml = (name: string): string =>
  [
    '<!doctype html><html lang="de"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${name}</title><link rel="icon" href="data:,">`,
    `<h1>${name}</h1><div id="root"></div><script type="module" src="/${name}/main.js"></script>`,
  ].join('');

/** Builds the pages and serves them compressed, as the product is. */
export async function serveMinimalPages(
  names: readonly MinimalPage[],
  port: number,
): Promise<Server> {
  const bodies = new Map<string, { type: string; body: Buffer }>();
  for (const name of names) {
    await buildPage(name);
    const script = await readFile(join(dist, name, 'main.js'));
    bodies.set(`/${name}/main.js`, { type: 'text/javascript', body: brotliCompressSync(script) });
    bodies.set(`/${name}/`, { type: 'text/html', body: brotliCompressSync(buildHtml(name)) });
  }
  const server = createServer((request, response) => {
    const found = bodies.get(request.url ?? '');
    if (!found) return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': found.type, 'content-encoding': 'br' })
      .end(found.body);
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}
