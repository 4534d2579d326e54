import { fileURLToPath } from 'node:url';
import { parse } from '@formatjs/icu-messageformat-parser';
import react from '@vitejs/plugin-react';
import wyw from '@wyw-in-js/vite';
import { defineConfig, type Plugin } from 'vite';

const localeFile = /\/locales\/[a-z]{2}\.json$/;

/** Messages reach the browser parsed: the parser itself stays out of the bundle. */
function parsedMessages(): Plugin {
  return {
    name: 'parsed-messages',
    enforce: 'pre',
    transform(code, id) {
      if (!localeFile.test(id)) return null;
      const messages = JSON.parse(code) as Record<string, string>;
      const parsed = Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, parse(text)]));
      return { code: JSON.stringify(parsed), map: null };
    },
  };
}

/** RJSF's default widgets and templates stay out of the bundle: every form is drawn by our own registry. */
function ownRjsfRegistry(): Plugin {
  return {
    name: 'own-rjsf-registry',
    enforce: 'pre',
    async resolveId(source, importer) {
      const isTheirs = source.endsWith('/getDefaultRegistry.js') && importer?.includes('/@rjsf/core/');
      return isTheirs ? fileURLToPath(new URL('src/engine/react/rjsfRegistry.ts', import.meta.url)) : null;
    },
  };
}

const server = 'http://127.0.0.1:8080';

export default defineConfig(({ mode }) => ({
  plugins: [parsedMessages(), ownRjsfRegistry(), wyw({ include: ['src/**/*.{ts,tsx}', 'widgets/**/*.{ts,tsx}', 'stories/**/*.{ts,tsx}'], babelOptions: { presets: [] } }), react()],
  resolve: {
    // Only where messages come parsed; the server's tests format plain text.
    alias: mode === 'test' ? [] : [{ find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' }],
  },
  build: { outDir: 'dist/client', emptyOutDir: true, manifest: true, assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: 'es2022', cssTarget: ['chrome123', 'firefox128', 'safari18'] },
  server: { port: 5173, strictPort: true, proxy: Object.fromEntries(['/api', '/validators', '/provider', '/dev'].map((path) => [path, server])) },
}));
