import { tsImport } from 'tsx/esm/api';
import type { Plugin } from 'vite';

const prefix = '\0portalForm:';

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
        // The engine's imports of `#src/…` need tsx; Vite transpiles only its own configuration.
        const { renderPortalFormModule: portalFormModule } = (await tsImport(
          './portalFormModule.ts',
          import.meta.url,
        )) as typeof import('./portalFormModule.ts');
        return portalFormModule(file);
      },
    },
  };
}
