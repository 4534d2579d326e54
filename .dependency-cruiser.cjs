/**
 * The import rules of README.md, "Import rules". Each rule forbids imports from one place to
 * another.
 */
const rule = (name, from, to, comment) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$|^(schemas|src/engine|server)/testing/' },
  to,
  comment,
});

/** Which domains a domain may ask, the same in schemas, server and src/api (docs/behaviour/). */
const domains = {
  files: [],
  accounts: ['files'],
  mail: ['accounts'],
  forms: ['accounts', 'files'],
  access: ['accounts', 'forms', 'mail'],
  cases: ['access', 'accounts', 'files'],
  tasks: ['cases', 'forms', 'accounts', 'files', 'mail'],
  portal: ['files', 'accounts', 'mail', 'forms', 'access', 'cases', 'tasks'],
};
/** A screen composes its parts: a case shows tasks, and the portal shows everything. */
const screens = { ...domains, tasks: ['accounts', 'files', 'forms'], cases: ['tasks'] };

const names = Object.keys(domains);
const others = (table, name) =>
  names.filter((each) => each !== name && !table[name].includes(each));

const domainRules = names
  .filter((name) => name !== 'portal')
  .map((name) =>
    rule(
      `domain-${name}`,
      `^(schemas|server|src/api)/${name}/`,
      { path: `^$1/(${others(domains, name).join('|')})/` },
      `The domain ${name} asks only: ${domains[name].join(', ') || 'no other domain'}.`,
    ),
  );
const screenRules = names
  .filter((name) => name !== 'portal')
  .map((name) =>
    rule(
      `screens-${name}`,
      `^src/features/${name}/`,
      { path: `^src/(app|features/(${others(screens, name).join('|')}))/` },
      `Screens of ${name} show parts of: ${screens[name].join(', ') || 'no other domain'}.`,
    ),
  );

module.exports = {
  forbidden: [
    rule(
      'no-circles',
      '.',
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
      'Two files that need each other are one thing, or a third is missing.',
    ),
    rule(
      'schemas-are-the-leaf',
      '^schemas/',
      { path: '^(widgets|src|server|locales|stories|e2e|bench|tools)/' },
      'The contract imports nothing of ours.',
    ),
    rule(
      'core-stands-alone',
      '^src/engine/core/',
      { path: '^(widgets|server|src/(?!engine/core/))' },
      'The core imports the contract and itself, types too.',
    ),
    rule(
      'core-knows-no-view',
      '^src/engine/core/',
      { path: 'node_modules/(react|react-dom|@rjsf)/', dependencyTypesNot: ['type-only'] },
      'The core runs on the server too.',
    ),
    rule(
      'rjsf-has-one-door',
      '^(?!src/engine/(react|rjsf)/|stories/)',
      { path: 'node_modules/@rjsf/' },
      'Only the engine imports RJSF.',
    ),
    rule(
      'engine-knows-no-screen',
      '^src/engine/',
      { path: '^(widgets|server|src/(api|features|app))/' },
      'The engine knows a registry, not the types and not the screens.',
    ),
    rule(
      'a-type-stands-alone',
      '^widgets/([^/]+)/',
      { path: '^(widgets/(?!$1/|fixture\\.ts)|src/(?!engine/|ui/)|server/)' },
      'An element type imports the engine, the ui and itself.',
    ),
    rule(
      'definitions-without-views',
      '^widgets/[^/]+/element\\.ts$',
      { path: '\\.tsx$', dynamic: false },
      'A definition names its view by import(): the server never loads it.',
    ),
    rule(
      'definitions-read-core',
      '^widgets/[^/]+/element\\.ts$',
      { path: '^src/(?!engine/core/)', dynamic: false },
      'What the server reads of a type needs no browser.',
    ),
    rule(
      'ui-is-generic',
      '^src/ui/',
      {
        path:
          '^(widgets|server|schemas|src/(api|features|app|engine|device|routing|locale))/' +
          '|node_modules/(react-intl|react-router|@reduxjs)',
      },
      'ui could stand in another product.',
    ),
    rule(
      'api-has-no-view',
      '^src/api/',
      { path: '^(widgets|server|src/(features|app|engine|ui))/' },
      'The API client draws nothing.',
    ),
    rule(
      'screens-read-types',
      '^src/(api|app|features|device|routing|locale|ui|engine/(react|rjsf))/',
      { path: 'node_modules/typebox/', dependencyTypesNot: ['type-only'] },
      'Screens read the types of the contract; shapes are declared in schemas, the core and ' +
        'element types.',
    ),
    rule(
      'browser-judges-nothing',
      '^(schemas|widgets|src/(?!engine/core/lint/))',
      { path: 'node_modules/typebox/build/(value|compile|schema)/|^src/engine/core/lint/' },
      'The browser runs checks that are compiled already; what judges by shapes, and the lint, ' +
        'would be heavy there.',
    ),
    rule(
      'forms-below-screens',
      '^src/forms/',
      { path: '^(server|src/(features|app))/' },
      'Screens show forms, forms know no screen.',
    ),
    rule(
      'screens-know-no-type',
      '^src/(features|app|forms)/',
      { path: '^widgets/(?!registry\\.ts|portalRegistry\\.ts|[^/]+/service\\.ts)' },
      'Screens reach element types by the registry, and provide their services.',
    ),
    rule(
      'gallery-below-screens',
      '^src/gallery/',
      { path: '^(widgets|server|src/(features|app|forms|engine))/' },
      'Screens and forms show files, a gallery knows neither.',
    ),
    rule(
      'brands-say-what-they-are',
      '^src/brands/([^/]+)/',
      {
        path:
          '^(widgets|server|src/(api|features|app|engine|ui|forms|gallery))/' +
          '|^src/brands/(?!$1/|brand[.]ts)',
      },
      'A brand is data; the app makes something of it.',
    ),
    ...domainRules,
    ...screenRules,
    rule(
      'platform-beneath-domains',
      '^schemas/platform/',
      { path: `^schemas/(${names.join('|')})/` },
      'The platform part of the contract knows no domain.',
    ),
    rule(
      'server-base-beneath-domains',
      '^server/(http|security|db|ports|events|pdf|pictures|serverRender|validators)/',
      { path: `^server/(runtime|${names.join('|')})/` },
      'Domains use the base of the server; the base knows no domain.',
    ),
    rule(
      'resources-by-service',
      `^server/(${names.join('|')}|events)/([^/]+)/`,
      { path: `^server/(${names.join('|')})/(?!$2/)[^/]+/(?!service[.]ts)` },
      'Another resource is reached by its service, never by its repository.',
    ),
    rule(
      'device-is-small',
      '^src/(device|routing|locale)/',
      { path: '^(widgets|server|src/(api|features|app|engine|forms|gallery))/' },
      'Storage, routing and language import the contract and each other.',
    ),
    rule(
      'features-below-app',
      '^src/features/portal/',
      { path: '^src/app/' },
      'The app puts screens together; no screen imports the app.',
    ),
    rule(
      'server-apart',
      '^server/',
      { path: '^src/(?!engine/core/)|^widgets/.*\\.tsx$', dynamic: false },
      'The server reads engine/core and definitions of element types, nothing else of the browser.',
    ),
    rule(
      'explanations-stay-out',
      '^(schemas|widgets|src)/(?!.*\\bdocs\\.ts$)',
      { path: '\\bdocs\\.ts$' },
      'The browser never loads the explanations of settings.',
    ),
    rule(
      'nothing-imports-tests',
      '^(schemas|widgets|src|server)/',
      { path: '^(stories|e2e|bench|tools)/|^(schemas|src/engine|server)/testing/' },
      'What ships does not know its tests.',
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
