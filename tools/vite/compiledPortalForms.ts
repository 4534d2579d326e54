import { tsImport } from 'tsx/esm/api';
import type { Plugin } from 'vite';

const prefix = '\0portalForm:';

type Renderer = typeof import('./portalFormModule.ts');
let renderer: Promise<Renderer> | undefined;

/**
 * Loads the renderer once, because each call of `tsImport` loads all its modules again. The
 * engine's imports of `#src/…` need tsx; Vite transpiles only its own configuration.
 */
const loadRenderer = (): Promise<Renderer> =>
  (renderer ??= tsImport('./portalFormModule.ts', import.meta.url) as Promise<Renderer>);

/**
 * Compiles the validators of the portal's own forms:
 * `import('#schemas/ownForms/login.json?portalForm')`. The server does the same for published
 * forms, because the content security policy does not let the browser compile any.
 */
export function compiledPortalForms(): Plugin {
  return {
    name: 'compiled-portal-forms',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\.json\?portalForm$/ },
      async handler(source, importer) {
        const [file = ''] = source.split('?');
        const resolved = await this.resolve(file, importer, { skipSelf: true });
        // Without `.json`, or Vite would parse the module as JSON.
        return resolved && prefix + resolved.id.replace(/\.json$/, '');
      },
    },
    load: {
      filter: { id: new RegExp(`^${prefix}`) },
      async handler(id) {
        const file = `${id.slice(prefix.length)}.json`;
        this.addWatchFile(file);
        const { renderPortalFormModule } = await loadRenderer();
        return renderPortalFormModule(file);
      },
    },
  };
}
