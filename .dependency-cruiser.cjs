/**
 * The import rules of README.md, "Import rules". Each rule forbids imports from one place to
 * another.
 */
const rule = (name, from, to, comment) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.(test|check)\\.tsx?$|^(schemas|src/engine|server)/testing/' },
  to,
  comment,
});

/** The domains that each domain may use: the table of docs/behaviour/README.md. */
const domains = {
  events: [],
  files: ['events'],
  accounts: ['files', 'events'],
  mail: ['accounts', 'events'],
  forms: ['accounts', 'files', 'mail', 'events'],
  access: ['accounts', 'forms', 'mail', 'events'],
  cases: ['access', 'accounts', 'files', 'mail', 'events'],
  tasks: ['cases', 'forms', 'accounts', 'files', 'mail', 'events'],
};
/** The domains whose screens appear in the screens of a domain, where they are others. */
const screens = {
  ...domains,
  forms: ['accounts', 'files', 'events'],
  tasks: ['accounts', 'files', 'forms'],
  cases: ['tasks'],
};

/** The portal composes all others and has no row: it may use each of them. */
const names = [...Object.keys(domains), 'portal'];
const allBut = (name, allowed) =>
  names.filter((each) => each !== name && !allowed.includes(each)).join('|');

const domainRules = Object.entries(domains).map(([name, allowed]) =>
  rule(
    `domain-${name}`,
    `^(schemas|server|src/api)/${name}/`,
    { path: `^(schemas|server|src/api|src/features)/(${allBut(name, allowed)})/` },
    `The domain ${name} uses only: ${allowed.join(', ') || 'no other domain'}.`,
  ),
);
const screenRules = Object.entries(screens).map(([name, shown]) =>
  rule(
    `screens-${name}`,
    `^src/features/${name}/`,
    {
      path:
        `^server/|^src/features/(${allBut(name, shown)})/` +
        `|^(schemas|src/api)/(${allBut(name, [...domains[name], ...shown])})/`,
    },
    `Screens of ${name} show parts of: ${shown.join(', ') || 'no other domain'}.`,
  ),
);

module.exports = {
  forbidden: [
    rule(
      'no-import-cycles',
      '.',
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
      'Two files that import each other belong together, or need a third file for what they share.',
    ),
    rule(
      'schemas-import-only-schemas',
      '^schemas/',
      { path: '^(widgets|src|server|locales|stories|e2e|bench|tools)/' },
      'The contract imports nothing else of this repository.',
    ),
    rule(
      'core-imports-only-contract',
      '^src/engine/core/',
      {
        path:
          '^(widgets|server|src/(?!engine/core/))' +
          '|^schemas/(?!(platform|forms)/|accounts/brand[.]rules[.]ts)',
      },
      'The core imports the contract of forms, the rules of colours, and itself; types too.',
    ),
    rule(
      'core-imports-no-react',
      '^src/engine/core/',
      { path: 'node_modules/(react|react-dom|@rjsf)/', dependencyTypesNot: ['type-only'] },
      'The core runs on the server too.',
    ),
    rule(
      'only-engine-imports-rjsf',
      '^(?!src/engine/(react|rjsf)/|stories/)',
      { path: 'node_modules/@rjsf/' },
      'Only the engine imports RJSF.',
    ),
    rule(
      'engine-imports-no-screen',
      '^src/engine/',
      { path: '^(widgets|server|src/(api|features|app))/' },
      'The engine reads element types from a registry, and is independent of screens.',
    ),
    rule(
      'element-type-imports-engine-and-ui',
      '^widgets/([^/]+)/',
      { path: '^(widgets/(?!$1/|fixture\\.ts)|src/(?!engine/|ui/|loading/)|server/)' },
      'An element type imports the engine, the ui, the loading of parts and itself.',
    ),
    rule(
      'definitions-import-no-view',
      '^widgets/[^/]+/element\\.ts$',
      { path: '\\.tsx$', dynamic: false },
      'A definition loads its view by import(), because the server must not load it.',
    ),
    rule(
      'definitions-import-only-core',
      '^widgets/[^/]+/element\\.ts$',
      { path: '^src/(?!engine/core/)', dynamic: false },
      'The server reads the definition of an element type without a browser.',
    ),
    rule(
      'ui-imports-no-product-code',
      '^src/ui/',
      {
        path:
          '^(widgets|server|schemas|src/(api|features|app|engine|device|routing|locale))/' +
          '|node_modules/(react-intl|react-router|@reduxjs)',
      },
      'ui could be used in another product.',
    ),
    rule(
      'api-imports-no-view',
      '^src/api/',
      { path: '^(widgets|server|src/(features|app|engine|ui))/' },
      'The API client renders nothing.',
    ),
    rule(
      'screens-declare-no-schemas',
      '^src/(api|app|features|device|routing|locale|ui|engine/(react|rjsf))/',
      { path: 'node_modules/typebox/', dependencyTypesNot: ['type-only'] },
      'Screens read the types of the contract. Schemas are declared in schemas, the core and ' +
        'element types.',
    ),
    rule(
      'browser-compiles-no-schemas',
      '^(schemas|widgets|src/(?!engine/core/lint/))',
      { path: 'node_modules/typebox/build/(value|compile|schema)/|^src/engine/core/lint/' },
      'The browser runs checks that are compiled already; the compiler and the lint are too ' +
        'large for it.',
    ),
    rule(
      'forms-import-no-screen',
      '^src/forms/',
      { path: '^(server|src/(features|app))/' },
      'Screens show forms; forms import no screen.',
    ),
    rule(
      'screens-import-no-element-type',
      '^src/(features|app|forms)/',
      {
        path: '^widgets/(?!registry\\.ts|portalRegistry\\.ts|loadGroupedViews\\.ts|[^/]+/service\\.ts)',
      },
      'Screens reach element types by the registry, and provide their services.',
    ),
    rule(
      'visitors-forms-load-no-store',
      '^src/(forms|locale|features/forms/assistants|gallery)/|^src/api/files/fileViews',
      {
        path: 'node_modules/(@reduxjs|react-redux)/|^src/api/client/(api|baseQuery|dispatch)[.]ts',
      },
      'The store and its cache of calls would be a fifth of the first script of a form.',
    ),
    rule(
      'gallery-imports-no-screen',
      '^src/gallery/',
      { path: '^(widgets|server|src/(features|app|forms|engine))/' },
      'Screens and forms show files; a gallery imports neither.',
    ),
    rule(
      'brands-are-data',
      '^src/brands/([^/]+)/',
      {
        path:
          '^(widgets|server|src/(api|features|app|engine|ui|forms|gallery))/' +
          '|^src/brands/(?!$1/|brand[.]ts)',
      },
      'A brand is data, which the app applies.',
    ),
    ...domainRules,
    ...screenRules,
    rule(
      'platform-imports-no-domain',
      '^schemas/platform/',
      { path: `^schemas/(${names.join('|')})/` },
      'Domains use the platform part of the contract; it imports no domain.',
    ),
    rule(
      'api-client-imports-no-domain',
      '^src/api/client/',
      { path: `^src/api/(${names.join('|')})/` },
      'Domains use the client of the API; the client imports no domain.',
    ),
    rule(
      'server-base-imports-no-domain',
      '^server/(?:(http|security|db|ports|pdf|pictures|validators|webPages)/|[^/]+[.]ts$)',
      { path: `^server/(runtime|${names.join('|')})/` },
      'Domains use the base of the server; the base imports no domain. It reads shapes and limits ' +
        'of any domain in schemas/, which run nothing. Files beside the folders are for all of them.',
    ),
    rule(
      'resources-import-services',
      `^server/(${names.join('|')})/([^/]+)/`,
      {
        path:
          `^server/(${names.join('|')})/(?!$2/)[^/]+/(?!service[.]ts)` +
          '|^server/events/(?!service[.]ts)',
      },
      'A resource uses the service of another resource, never its repository.',
    ),
    rule(
      'device-imports-no-screen',
      '^src/(device|routing|locale)/',
      { path: '^(widgets|server|src/(api|features|app|engine|forms|gallery))/' },
      'Storage, routing and language import the contract and each other.',
    ),
    rule(
      'loading-imports-no-product-code',
      '^src/loading/',
      { path: '^(widgets|server|src/(?!loading/))' },
      'Every part of the browser loads its code and data by it.',
    ),
    rule(
      'screens-import-no-app',
      '^src/features/',
      { path: '^src/app/' },
      'The app composes screens; no screen imports the app.',
    ),
    rule(
      'server-imports-only-core',
      '^server/',
      { path: '^src/(?!engine/core/)|^widgets/.*\\.tsx$', dynamic: false },
      'The server reads engine/core and definitions of element types, nothing else of the browser.',
    ),
    rule(
      'browser-imports-no-explanations',
      '^(schemas|widgets|src)/(?!.*\\bdocs\\.ts$)',
      { path: '\\bdocs\\.ts$' },
      'The browser never loads the explanations of settings.',
    ),
    rule(
      'sources-import-no-tests',
      '^(schemas|widgets|src|server)/',
      { path: '^(stories|e2e|bench|tools)/|^(schemas|src/engine|server)/testing/' },
      'Shipped code imports no tests and no tools.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
