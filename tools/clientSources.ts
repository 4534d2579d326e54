import { readFileSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';

const app = 'src/app/main.tsx';
/** Modules that visitors never load: the portal's pages and the element types of its forms. */
const portalModules = /\/(?:PortalApp\.tsx|portalPages\.ts|portalRegistry\.ts)$/;
/** The one form of the portal that visitors see: it asks for the PIN of a form they were sent. */
const visitorsPortalForm = 'schemas/ownForms/enterPin.json';

/** Follows static and dynamic imports, except of `excluded` modules, styles and data. */
async function findReachable(
  entryPoints: string[],
  excluded: readonly RegExp[] = [],
): Promise<string[]> {
  const excludeFiles: Plugin = {
    name: 'exclude-files',
    setup: ({ onResolve }) => {
      for (const filter of [/\?|\.(?:css|json|svg|png)$/, ...excluded])
        onResolve({ filter }, ({ path }) => ({ path, external: true }));
    },
  };
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    format: 'esm',
    packages: 'external',
    outdir: 'dist',
    write: false,
    metafile: true,
    logLevel: 'error',
    plugins: [excludeFiles],
  });
  return Object.keys(metafile.inputs);
}

function listElementsOf(form: string): string[] {
  const { formElements } = JSON.parse(readFileSync(form, 'utf8')) as {
    formElements: { type: string }[];
  };
  return formElements.map(({ type }) => `widgets/${type}/element.ts`);
}

/** Returns the sources whose texts a visitor of a form can see. */
export const findVisitorSources = (): Promise<string[]> =>
  findReachable([app, ...listElementsOf(visitorsPortalForm)], [portalModules]);

/** Returns all sources of the app. */
export const findClientSources = (): Promise<string[]> => findReachable([app]);
