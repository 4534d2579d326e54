import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { languages } from '../../schemas/platform/common.ts';
import { readTexts } from '../localeFiles.ts';

const pages = ['index.html', 'offline.html', 'offline.css', 'favicon.svg'];
const cached =
  /^(?:logo-.*|.*\.(?:js|css)|.*-latin-(?:opsz|wght)-.*\.woff2|(?:portal-sans|newsreader)-used-.*\.woff2)$/;
/** Large parts that few pages need: PDF reader, maps, password scoring, resumable uploads. */
const notCached = /^(?:openPdf|LocationMap|scoreWorker|largeUploads|pdfjs)/;
const maxBytes = 1_000_000;

function listFilesToCache(folder: string): string[] {
  const assets = readdirSync(path.join(folder, 'assets'))
    .filter((name) => cached.test(name) && !notCached.test(name))
    .map((name) => `assets/${name}`)
    .filter((file) => statSync(path.join(folder, file)).size <= maxBytes);
  return [...pages, ...assets];
}

/**
 * Returns a hash that changes with every build. Names of assets contain a hash of their content.
 */
function hashFiles(folder: string, files: readonly string[]): string {
  const hash = createHash('sha256').update(files.join());
  for (const page of pages) hash.update(readFileSync(path.join(folder, page)));
  return hash.digest('hex').slice(0, 8);
}

const ofNotifications = 'push.shown.';

/** Reads the texts of notifications, which are shown while no page is open. */
const readPushTexts = () =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(
        Object.entries(readTexts('server', language)).filter(([id]) =>
          id.startsWith(ofNotifications),
        ),
      ),
    ]),
  );

/**
 * Builds the service worker with the list of files it caches, see
 * `docs/decisions/portal/0074-what-is-cached-for-offline-use.md`.
 */
export function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      folder = path.resolve(root, outDir);
    },
    // Runs after all files are written, those of `public/` included.
    async closeBundle() {
      const files = listFilesToCache(folder);
      await build({
        entryPoints: ['src/pwa/serviceWorker.ts'],
        outfile: path.join(folder, 'serviceWorker.js'),
        bundle: true,
        minify: true,
        target: 'es2022',
        define: {
          FILES_TO_CACHE: JSON.stringify(files.map((file) => `/${file}`)),
          PUSH_TEXTS: JSON.stringify(readPushTexts()),
          BUILD_HASH: JSON.stringify(hashFiles(folder, files)),
        },
      });
    },
  };
}
