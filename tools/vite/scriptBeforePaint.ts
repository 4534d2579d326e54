import { createHash } from 'node:crypto';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const source = 'src/app/beforePaint.ts';
const address = '/beforePaint.js';

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    minify: true,
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}

/** Returns a file name that changes with the content, so that browsers can cache it for ever. */
const nameWithHash = (code: string): string =>
  `assets/beforePaint-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;

/**
 * Builds the script that runs before the first paint. It is a classic script because a module runs
 * too late, and a file because the content security policy forbids inline scripts.
 */
export function scriptBeforePaint(): Plugin {
  return {
    name: 'script-before-paint',
    configureServer({ middlewares }) {
      middlewares.use(address, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        void bundle().then((code) => response.end(code));
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { server: isServed }) =>
        isServed ? html : html.replace(address, `/${nameWithHash(await bundle())}`),
    },
    async generateBundle() {
      const code = await bundle();
      this.emitFile({ type: 'asset', fileName: nameWithHash(code), source: code });
    },
  };
}
