import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import wyw from '@wyw-in-js/vite';
import { defineConfig } from 'vite';
import { brandManifests } from './tools/vite/brandManifests.ts';
import { chunks } from './tools/vite/chunks.ts';
import { compiledPortalForms } from './tools/vite/compiledPortalForms.ts';
import { needsScripts } from './tools/vite/needsScripts.ts';
import { parsedMessages } from './tools/vite/parsedMessages.ts';
import { pdfjsAssets } from './tools/vite/pdfjsAssets.ts';
import { scriptBeforePaint } from './tools/vite/scriptBeforePaint.ts';
import { serviceWorker } from './tools/vite/serviceWorker.ts';

/** Saves 54 kB of scripts (gzip): RJSF's own widgets, which the portal's form never draws. */
const rjsfRegistry = {
  find: /^.*\/getDefaultRegistry\.js$/,
  replacement: fileURLToPath(
    new URL('src/engine/react/form/rjsfEmptyRegistry.ts', import.meta.url),
  ),
};

/** Vite does not scan workers for dependencies, finds these late and then reloads the page. */
const workerDependencies = [
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  ...['commonWords', 'firstnames', 'lastnames'].map(
    (list) => `@zxcvbn-ts/language-de/dist/${list}.json.esm.js`,
  ),
  ...['commonWords', 'firstnames'].map((list) => `@zxcvbn-ts/language-en/dist/${list}.json.esm.js`),
];

const isStorybook = process.argv.some((word) => word.includes('storybook'));
const server = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const serverPaths = ['/api', '/validators', '/provider', '/dev'];

export default defineConfig(({ mode, isSsrBuild }) => ({
  plugins: [
    ...(mode === 'production' && !isSsrBuild && !isStorybook ? [serviceWorker()] : []),
    ...(isSsrBuild ? [] : [pdfjsAssets(), scriptBeforePaint()]),
    ...(isSsrBuild || isStorybook ? [] : [needsScripts()]),
    parsedMessages(),
    compiledPortalForms(),
    brandManifests(),
    wyw({
      include: ['src/**/*.{ts,tsx}', 'widgets/**/*.{ts,tsx}', 'stories/**/*.{ts,tsx}'],
      babelOptions: { presets: [] },
    }),
    react(),
  ],
  resolve: { alias: mode === 'production' && !isStorybook ? [rjsfRegistry] : [] },
  optimizeDeps: { include: workerDependencies },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600, // kB before compression
    modulePreload: { polyfill: false },
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox128', 'safari18'],
    rolldownOptions: {
      // views are in one file for forms, and loaded one by one elsewhere
      checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
      output: { codeSplitting: chunks },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(serverPaths.map((path) => [path, server])),
  },
}));
