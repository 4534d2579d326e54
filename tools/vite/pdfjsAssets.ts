import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const packageFolder = fileURLToPath(new URL('../../node_modules/pdfjs-dist/', import.meta.url));

/**
 * Lists fonts, character maps and the JPEG 2000 decoder, without `.wasm`: our policy forbids it.
 */
const listAssets = (): string[] =>
  ['cmaps', 'standard_fonts', 'wasm'].flatMap((folder) =>
    readdirSync(packageFolder + folder)
      .filter((file) => !file.endsWith('.wasm'))
      .map((file) => `${folder}/${file}`),
  );

/** Serves and emits the files that pdfjs fetches by name; see `src/gallery/openPdf.ts`. */
export function pdfjsAssets(): Plugin {
  const { version } = JSON.parse(readFileSync(`${packageFolder}package.json`, 'utf8')) as {
    version: string;
  };
  const address = `assets/pdfjs-${version}/`;
  const assets = listAssets();
  return {
    name: 'pdfjs-assets',
    configureServer({ middlewares }) {
      middlewares.use(`/${address}`, ({ url = '' }, response, next) => {
        const file = url.slice(1).split('?')[0] ?? '';
        if (!assets.includes(file)) return next();
        const type = file.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';
        response.setHeader('content-type', type);
        response.end(readFileSync(packageFolder + file));
      });
    },
    generateBundle() {
      for (const file of assets)
        this.emitFile({
          type: 'asset',
          fileName: address + file,
          source: readFileSync(packageFolder + file),
        });
    },
  };
}
