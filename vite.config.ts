import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@formatjs/icu-messageformat-parser';
import react from '@vitejs/plugin-react';
import wyw from '@wyw-in-js/vite';
import { build as bundle } from 'esbuild';
import { tsImport } from 'tsx/esm/api';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa';
import { ownManifests } from './tools/ownManifests.ts';

const localeFile = /\/locales\/[a-z]{2}\.json$/;
/** What the app never says: only the server, the command line and the workshop do. */
const isSaidElsewhere = (id: string): boolean =>
  /^(acceptance|case|definition|error\.(?!offline$|unauthorized$|unexpected$)\w+$|evidence|finding|forms|mail|message|pages|sms|task|user|workshop)(\.|$)/.test(
    id,
  );

/** What visitors' forms are made of. A text that none of it says comes with the portal. */
const visitorsSources =
  /^(?:src\/(?:app\/(?:App|ErrorScreen|main)\.tsx|(?:api|engine|forms|lib|ui)\/|features\/(?:assistants|consent|locale|notFound|toasts)\/)|schemas\/(?!portal\/)|widgets\/)/;

function codeOf(folder: string): { file: string; code: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.(?:tsx?|json)$/.test(entry.name) && !entry.name.includes('.test.'),
    )
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, code: readFileSync(file, 'utf8') }));
}

/** In which parts a text comes: found out from the code, so that nobody keeps a list. One that nobody says word for word comes with every page, and what only galleries say with the first file that is shown. */
function partsOf(): (id: string) => string[] {
  const all = ['schemas', 'src', 'widgets'].flatMap(codeOf);
  const ofVisitors = all.filter(({ file }) => visitorsSources.test(file));
  // Before a form that asks for its PIN stands one of the portal's own.
  const shownToVisitors = ofVisitors
    .flatMap(({ code }) =>
      [...code.matchAll(/<PortalForm [^>]*name="(\w+)"/g)].map(([, name = '']) =>
        readFileSync(`schemas/portal/${name}.json`, 'utf8'),
      ),
    )
    .join();
  const portalTypes = [
    ...readFileSync('widgets/portalRegistry.ts', 'utf8').matchAll(/'(\.\/\w+\/)element\.ts'/g),
  ]
    .map(([, folder = '']) => path.join('widgets', folder))
    .filter((folder) => !shownToVisitors.includes(`"type": "${path.basename(folder)}"`));
  const visitors = ofVisitors.filter(
    ({ file }) => !portalTypes.some((folder) => file.startsWith(folder)),
  );
  const gallery = all.filter(({ file }) => file.startsWith(path.join('src', 'gallery')));
  const portal = all.filter((source) => !visitors.includes(source) && !gallery.includes(source));
  const isSaidIn = (sources: typeof all, id: string) =>
    sources.some(({ code }) => code.includes(`'${id}'`) || code.includes(`"${id}"`));
  return (id) => {
    const parts = Object.entries({ portal, gallery }).flatMap(([part, sources]) =>
      isSaidIn(sources, id) ? [part] : [],
    );
    return parts.length === 0 || isSaidIn(visitors, id) ? ['visitors'] : parts;
  };
}

/** Messages reach the browser parsed: the parser itself stays out of the bundle. */
function parsedMessages(): Plugin {
  return {
    name: 'parsed-messages',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^#locales\/\w+\.json\?/ },
      async handler(source, importer, options) {
        const [file = '', part] = source.split('?');
        const resolved = await this.resolve(file, importer, { ...options, skipSelf: true });
        return resolved && `${resolved.id}?${part}`;
      },
    },
    transform(code, id) {
      const [file = '', part] = id.split('?');
      if (!localeFile.test(file)) return null;
      const parts = partsOf();
      const messages = Object.entries(JSON.parse(code) as Record<string, string>).filter(
        ([name]) => !part || (!isSaidElsewhere(name) && parts(name).includes(part)),
      );
      const parsed = Object.fromEntries(messages.map(([name, text]) => [name, parse(text)]));
      return {
        code: part ? `export default ${JSON.stringify(parsed)}` : JSON.stringify(parsed),
        map: null,
      };
    },
  };
}

/** Words that explain settings to authors and calls to integrators: the schema for editors, the workshop and the API's description show them, the app never does. */
function withoutExplanations(): Plugin {
  const words = String.raw`'(?:[^'\\]|\\.)*'`;
  let isApp = false;
  return {
    name: 'without-explanations',
    enforce: 'pre',
    configResolved({ command, plugins }) {
      isApp = command === 'build' && !plugins.some(({ name }) => name.startsWith('storybook'));
    },
    transform(code, id) {
      if (!isApp || !/\/(schemas|widgets)\/.*\.ts$/.test(id)) return null;
      return {
        code: code
          .replace(new RegExp(`(?:description|summary): ${words}(?:,|(?= }))`, 'g'), '')
          .replace(
            new RegExp(`(described\\((?:[^'()]|\\([^()]*\\))*), ${words}\\)`, 'g'),
            "$1, '')",
          ),
        map: null,
      };
    },
  };
}

const portalForm = /^#schemas\/portal\/(\w+)\.json\?portalForm$/;
const portalFormId = '\0portalForm:';

/** The portal's own forms get their rules compiled here, as published forms do at the server: the browser may not compile any. */
function compiledPortalForms(): Plugin {
  return {
    name: 'compiled-portal-forms',
    enforce: 'pre',
    resolveId: {
      filter: { id: portalForm },
      handler: (source) => portalFormId + (portalForm.exec(source)?.[1] ?? ''),
    },
    load: {
      filter: { id: new RegExp(`^${portalFormId}`) },
      async handler(id) {
        const file = fileURLToPath(
          new URL(`schemas/portal/${id.slice(portalFormId.length)}.json`, import.meta.url),
        );
        this.addWatchFile(file);
        const { portalFormModule } = (await tsImport(
          './tools/portalForms.ts',
          import.meta.url,
        )) as typeof import('./tools/portalForms.ts'); // the engine is TypeScript, and Vite loads only this file as such
        return portalFormModule(file);
      },
    },
  };
}

const firstScript = 'beforePaint';

/** What must be so before the first paint is a script that the browser waits for. It may stand in no page, as our policy has it, and is no module, which would come too late. */
function scriptBeforePaint(): Plugin {
  const load = async (): Promise<string> =>
    (
      await bundle({
        entryPoints: [`src/app/${firstScript}.ts`],
        bundle: true,
        write: false,
        minify: true,
        target: 'es2022',
      })
    ).outputFiles[0]?.text ?? '';
  const named = (code: string): string =>
    `assets/${firstScript}-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
  return {
    name: 'script-before-paint',
    configureServer({ middlewares }) {
      middlewares.use(`/${firstScript}.js`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        void load().then((code) => response.end(code));
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { server: isServed }) =>
        isServed ? html : html.replace(`/${firstScript}.js`, `/${named(await load())}`),
    },
    async generateBundle() {
      const code = await load();
      this.emitFile({ type: 'asset', fileName: named(code), source: code });
    },
  };
}

const pdfjs = fileURLToPath(new URL('node_modules/pdfjs-dist/', import.meta.url));
const pdfjsVersion = (
  JSON.parse(readFileSync(`${pdfjs}package.json`, 'utf8')) as { version: string }
).version;
const pdfjsParts = ['cmaps', 'standard_fonts', 'wasm'].flatMap((folder) =>
  readdirSync(pdfjs + folder)
    .filter((file) => !file.endsWith('.wasm'))
    .map((file) => `${folder}/${file}`),
);

/** What pdfjs fetches by name: fonts that documents count on, their characters' names, and what reads JPEG 2000 without compiling anything. */
function partsOfPdfjs(): Plugin {
  const address = `assets/pdfjs-${pdfjsVersion}/`;
  return {
    name: 'parts-of-pdfjs',
    configureServer({ middlewares }) {
      middlewares.use(`/${address}`, ({ url = '' }, response, next) => {
        const file = url.slice(1).split('?')[0] ?? '';
        if (!pdfjsParts.includes(file)) return next();
        response.setHeader(
          'content-type',
          file.endsWith('.js') ? 'text/javascript' : 'application/octet-stream',
        );
        response.end(readFileSync(pdfjs + file));
      });
    },
    generateBundle() {
      for (const file of pdfjsParts)
        this.emitFile({
          type: 'asset',
          fileName: address + file,
          source: readFileSync(pdfjs + file),
        });
    },
  };
}

const replacements = [
  {
    theirs: /\/getDefaultRegistry\.js$/,
    by: '/@rjsf/core/',
    ours: 'src/engine/react/rjsfRegistry.ts',
  },
  {
    theirs: /\/createSchemaUtils\.js$/,
    by: '/@rjsf/utils/',
    ours: 'src/engine/react/rjsfSchemaUtils.ts',
  },
  {
    theirs: /\/(?:findSchemaDefinition|getDefaultFormState|retrieveSchema)\.js$/,
    by: '/@rjsf/utils/',
    ours: 'src/engine/react/rjsfFlat.ts',
  },
];

/** What RJSF would draw and resolve itself stays out of the bundle: every form is flat and drawn by our own registry. */
function ownRjsfParts(): Plugin {
  return {
    name: 'own-rjsf-parts',
    enforce: 'pre',
    resolveId(source, importer) {
      const found = replacements.find(
        ({ theirs, by }) => theirs.test(source) && importer?.includes(by),
      );
      return found ? fileURLToPath(new URL(found.ours, import.meta.url)) : null;
    },
  };
}

/** Phosphor ships each icon in six weights; we draw with two, regular and fill. Should its files change their shape, bench:size tells. */
function usedIconWeights(): Plugin {
  return {
    name: 'used-icon-weights',
    transform(code, id) {
      if (!id.includes('/@phosphor-icons/react/dist/defs/')) return null;
      return {
        code: code.replace(
          /^ {2}\[\n {4}"(?:bold|duotone|light|thin)",\n[\s\S]*?\n {2}\],?\n/gm,
          '',
        ),
        map: null,
      };
    },
  };
}

/** What only a worker imports: Vite does not look for it there, finds it late and reloads the page, in the middle of a test too. */
const workerDependencies = [
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  ...['commonWords', 'firstnames', 'lastnames'].map(
    (list) => `@zxcvbn-ts/language-de/dist/${list}.json.esm.js`,
  ),
  ...['commonWords', 'firstnames'].map((list) => `@zxcvbn-ts/language-en/dist/${list}.json.esm.js`),
];

/** Under which name and pictures a device keeps the portal. */
const installed: Partial<ManifestOptions> = {
  id: '/',
  name: 'Mandantenportal',
  short_name: 'Portal',
  description: 'Formulare ausfüllen und Akten einsehen, sicher und in Ruhe.',
  lang: 'de',
  start_url: '/dashboard',
  display: 'standalone',
  theme_color: '#f0f1f5',
  background_color: '#f0f1f5',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

/**
 * The portal can be installed and opens off the net (docs/decisions/0074). Kept is what its pages need, without what only
 * some do and is large: reading PDF, judging passwords, drawing maps.
 */
const installable = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/pwa',
    filename: 'serviceWorker.ts',
    injectRegister: false,
    injectManifest: {
      globPatterns: [
        'index.html',
        'offline.{html,css}',
        'favicon.svg',
        'assets/logo-*',
        'assets/*.{js,css}',
        'assets/*-latin-{opsz,wght}-*.woff2',
      ],
      globIgnores: ['assets/{openPdf,PlaceMap,scoreWorker,largeUploads,pdfjs}*'],
      maximumFileSizeToCacheInBytes: 1_000_000,
    },
    manifest: installed,
  });

/** What the commonest elements draw with: a chunk for each icon costs as much again as the icon. Should one be missing here, bench:size tells. */
const formIcons = [
  'ArrowClockwise',
  'ArrowDown',
  'ArrowUp',
  'Camera',
  'Check',
  'FilePdf',
  'Plus',
  'Trash',
  'UploadSimple',
];

/**
 * Many small chunks compress badly: what every page starts with is one, and so is what forms share. Definitions
 * of element types go with the pages that list them: those of the portal's own types must not come with every form, nor a question that only the portal asks.
 */
const chunks = {
  groups: [
    { name: 'initial', tags: ['$initial' as const], priority: 1 },
    {
      name: 'form',
      test: /\/(?:src\/(?:engine|features\/assistants|forms\/sheet)\/(?!react\/useAbort)|widgets\/\w+\/(?!element\.ts))/,
      minShareCount: 2,
    },
    { name: 'formIcons', test: new RegExp(`/@phosphor-icons/.*/(?:${formIcons.join('|')})\\.es`) },
  ],
};

const withoutWarnings = (file: string): string =>
  fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}`, import.meta.url));

const server = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;

export default defineConfig(({ mode, isSsrBuild }) => ({
  plugins: [
    ...(mode === 'production' &&
    !isSsrBuild &&
    !process.argv.some((word) => word.includes('storybook'))
      ? [installable()]
      : []),
    parsedMessages(),
    compiledPortalForms(),
    ownManifests(installed),
    ...(isSsrBuild ? [] : [partsOfPdfjs(), scriptBeforePaint()]),
    withoutExplanations(),
    ownRjsfParts(),
    usedIconWeights(),
    wyw({
      include: ['src/**/*.{ts,tsx}', 'widgets/**/*.{ts,tsx}', 'stories/**/*.{ts,tsx}'],
      babelOptions: { presets: [] },
    }),
    react(),
  ],
  resolve: {
    // Only where messages come parsed; the server's tests format plain text.
    alias:
      mode === 'test'
        ? []
        : [
            {
              find: /^@formatjs\/icu-messageformat-parser$/,
              replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
            },
            // What the package offers under its name warns developers of slips; the app as it is served needs the same without that.
            ...(mode === 'production'
              ? [
                  { find: /^react-router$/, replacement: withoutWarnings('index.mjs') },
                  { find: /^react-router\/dom$/, replacement: withoutWarnings('dom-export.mjs') },
                ]
              : []),
          ],
  },
  optimizeDeps: { include: workerDependencies },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox128', 'safari18'],
    rolldownOptions: { checks: { bundlerTimings: false }, output: { codeSplitting: chunks } },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/validators', '/provider', '/dev'].map((path) => [path, server]),
    ),
  },
}));
