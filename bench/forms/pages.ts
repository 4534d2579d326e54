import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, loadConfigFromFile, mergeConfig, type Manifest, type UserConfig } from 'vite';
import { compileValidators } from '#server/validators/compileValidators.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import { registry } from '#widgets/registry.ts';
import { buildForm } from './form.ts';
import { makeSpecFor } from './spec.ts';

const here = import.meta.dirname;
const root = join(here, '../..');
const dist = join(root, 'dist/bench-forms');

/** Entry of each contestant's page. */
export const contestants = {
  bare: 'pages/bare.tsx',
  ours: 'pages/ours.tsx',
  rjsf: 'peers/rjsf.jsx',
  formily: 'peers/formily.jsx',
  reactHookForm: 'peers/reactHookForm.jsx',
} as const;
export type ContestantId = keyof typeof contestants;

/** Returns the configuration of the portal without its service worker, which caches its pages. */
async function readPortalConfig(): Promise<UserConfig> {
  const env = { command: 'build', mode: 'production' } as const;
  const loaded = await loadConfigFromFile(env, join(root, 'vite.config.ts'));
  if (!loaded) throw new Error('The portal has no vite.config.ts');
  const { plugins = [], ...config } = loaded.config;
  const isServiceWorker = (plugin: (typeof plugins)[number]) =>
    plugin && 'name' in plugin && plugin.name === 'service-worker';
  return { ...config, plugins: plugins.filter((plugin) => !isServiceWorker(plugin)) };
}

/**
 * Builds ours like the portal. The others get none of our plugins, because these would replace
 * RJSF's registry.
 */
async function buildPage(name: string, input: string, isReadable: boolean): Promise<void> {
  const own = name === 'ours' ? await readPortalConfig() : { plugins: [react()] };
  const page: UserConfig = {
    root,
    mode: 'production',
    base: `/${name}/`,
    logLevel: 'error',
    publicDir: false,
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      outDir: join(dist, name),
      emptyOutDir: true,
      manifest: true,
      minify: !isReadable,
      modulePreload: false,
      target: 'es2022',
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: { main: join(here, input) } },
    },
  };
  await build({ ...mergeConfig(own, page), configFile: false });
}

/** Builds the pages for a run; `isReadable` keeps names for a profile. */
export async function buildPages(ids: readonly ContestantId[], isReadable: boolean): Promise<void> {
  await buildPage('driver', 'driver.ts', isReadable);
  for (const id of ids) await buildPage(id, contestants[id], isReadable);
}

async function buildEntry(name: string) {
  const manifest = JSON.parse(
    await readFile(join(dist, name, '.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  if (!entry) throw new Error(`${name} was built without an entry`);
  const chunks = new Set([entry]); // grows during the loop
  for (const { imports = [] } of chunks)
    imports.forEach((key) => manifest[key] && chunks.add(manifest[key]));
  return { file: entry.file, css: [...chunks].reverse().flatMap(({ css = [] }) => css) };
}

/** Returns the path of the built driver, which is injected into a page. */
export const driverFile = async (): Promise<string> =>
  join(dist, 'driver', (await buildEntry('driver')).file);

async function buildHtml(name: string): Promise<string> {
  const { file, css } = await buildEntry(name);
  const styles = css.map((path) => `<link rel="stylesheet" href="${path}">`).join('');
  return [
    '<!doctype html><html lang="de"><meta charset="utf-8">',
    `<title>${name}</title><link rel="icon" href="data:,">${styles}`,
    `<div id="root"></div><script type="module" src="${file}"></script></html>`,
  ].join('');
}

/** Compiles the rules of the requested form, as at publication. */
async function compileValidatorsFor(query: URLSearchParams): Promise<string> {
  const schema = toJsonSchema(buildForm(makeSpecFor(query)), registry);
  return (await compileValidators(schema, Infinity)).module;
}

const kinds: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
};

/** Serves the built pages and our rules. The rules of a form are compiled once. */
export function servePages(port: number): Promise<Server> {
  const validators = new Map<string, Promise<string>>();

  async function buildBody({ pathname, search, searchParams }: URL): Promise<string | Buffer> {
    if (pathname === '/validators.mjs') {
      const code = validators.get(search) ?? compileValidatorsFor(searchParams);
      validators.set(search, code);
      return code;
    }
    return pathname.endsWith('/')
      ? buildHtml(pathname.slice(1, -1))
      : readFile(join(dist, pathname));
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    buildBody(url).then(
      (body) =>
        response
          .writeHead(200, {
            'Content-Type': kinds[extname(url.pathname) || '.html'] ?? 'application/octet-stream',
          })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}
