import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { report } from './report.ts';

type Cruise = {
  summary: {
    totalCruised: number;
    violations: { rule: { name: string }; from: string; to: string }[];
  };
  modules: { source: string; dependencies: { resolved: string }[] }[];
};
type Violation = { rule: string; from: string; to: string };
type Found = { totalCruised: number; violations: Violation[] };

const bin = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const sources = ['schemas', 'widgets', 'src', 'server'];
const settings = ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs'];

function cruise(paths: readonly string[], cwd = '.'): Found {
  const { summary, modules } = runCruiser(paths, cwd);
  return {
    totalCruised: summary.totalCruised,
    violations: [
      ...summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
      ...circlesOfFolders(modules),
    ],
  };
}

function runCruiser(paths: readonly string[], cwd: string): Cruise {
  try {
    return JSON.parse(
      execFileSync(process.execPath, [bin, '--output-type', 'json', ...paths], {
        cwd,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      }),
    ) as Cruise;
  } catch (error) {
    // The cruiser exits with a code when it finds violations, and prints them all the same.
    const { stdout } = error as { stdout?: string };
    if (!stdout) throw error;
    return JSON.parse(stdout) as Cruise;
  }
}

const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path);

const isWithin = (folder: string, outer: string): boolean => `${folder}/`.startsWith(`${outer}/`);

/**
 * Finds cycles of imports between folders, except in tests and between a folder and its own
 * subfolders.
 */
function circlesOfFolders(modules: Cruise['modules']): Violation[] {
  const needs = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules.filter((module) => !isTest(module.source))) {
    const folder = dirname(source);
    const needed = dependencies
      .filter(({ resolved }) => sources.includes(resolved.split('/')[0] ?? '') && !isTest(resolved))
      .map(({ resolved }) => dirname(resolved));
    needs.set(
      folder,
      new Set([
        ...(needs.get(folder) ?? []),
        ...needed.filter((each) => !isWithin(each, folder) && !isWithin(folder, each)),
      ]),
    );
  }
  const reaches = (from: string, to: string, seen: Set<string>): boolean =>
    from === to ||
    [...(needs.get(from) ?? [])].some(
      (next) => !seen.has(next) && reaches(next, to, seen.add(next)),
    );
  return [...needs].flatMap(([from, each]) =>
    [...each]
      .filter((to) => reaches(to, from, new Set()))
      .map((to) => ({ rule: 'no-circles-of-folders', from, to })),
  );
}

/** One violation per domain: an import of the portal. */
const plantedInDomains = Object.fromEntries(
  ['files', 'accounts', 'mail', 'forms', 'access', 'cases', 'tasks'].flatMap((domain) => [
    [
      `domain-${domain}`,
      {
        file: `server/${domain}/planted.ts`,
        code: "import '#server/portal/support/service.ts';",
      },
    ],
    [
      `screens-${domain}`,
      {
        file: `src/features/${domain}/planted.ts`,
        code: "import '#src/features/portal/home/HomePage.tsx';",
      },
    ],
  ]),
) as Record<string, { file: string; code: string }>;

/** One violation per rule: a rule that misses it would miss any. */
const planted: Record<string, { file: string; code: string }> = {
  'schemas-are-the-leaf': { file: 'schemas/planted.ts', code: "import '#widgets/registry.ts';" },
  'core-stands-alone': {
    file: 'src/engine/core/planted.ts',
    code: "import type { Draft } from '#src/device/draftStorage.ts';\nexport type Planted = Draft;",
  },
  'core-knows-no-view': { file: 'src/engine/core/plantedToo.ts', code: "import 'react';" },
  'rjsf-has-one-door': { file: 'src/features/planted/planted.ts', code: "import '@rjsf/core';" },
  'engine-knows-no-screen': {
    file: 'src/engine/react/planted.ts',
    code: "import '#src/api/client/errors.ts';",
  },
  'a-type-stands-alone': {
    file: 'widgets/input/planted.ts',
    code: "import '#widgets/date/format.ts';",
  },
  'definitions-without-views': {
    file: 'widgets/planted/element.ts',
    code: "import './PlantedView.tsx';",
  },
  'definitions-read-core': {
    file: 'widgets/plantedToo/element.ts',
    code: "import '#src/ui/field.ts';",
  },
  'ui-is-generic': { file: 'src/ui/planted.ts', code: "import 'react-intl';" },
  'device-is-small': {
    file: 'src/device/planted.ts',
    code: "import '#src/api/client/errors.ts';",
  },
  'platform-beneath-domains': {
    file: 'schemas/platform/planted.ts',
    code: "import '#schemas/files/files.ts';",
  },
  'server-base-beneath-domains': {
    file: 'server/http/planted.ts',
    code: "import '#server/files/files/service.ts';",
  },
  'features-below-app': {
    file: 'src/features/portal/planted.ts',
    code: "import '#src/app/store.ts';",
  },
  'api-has-no-view': { file: 'src/api/planted.ts', code: "import '#src/ui/Button.tsx';" },
  'screens-read-types': {
    file: 'src/features/planted/shape.ts',
    code: "import * as Type from 'typebox';\nexport const shape = Type.Any();",
  },
  'browser-judges-nothing': { file: 'widgets/planted/judge.ts', code: "import 'typebox/value';" },
  'forms-below-screens': {
    file: 'src/forms/planted.ts',
    code: "import '#src/features/portal/home/HomePage.tsx';",
  },
  'screens-know-no-type': {
    file: 'src/features/planted/type.ts',
    code: "import '#widgets/date/format.ts';",
  },
  'gallery-below-screens': {
    file: 'src/gallery/planted.ts',
    code: "import '#src/features/portal/home/HomePage.tsx';",
  },
  'brands-say-what-they-are': {
    file: 'src/brands/planted/brand.ts',
    code: "import '#src/ui/Button.tsx';",
  },
  ...plantedInDomains,
  'server-apart': { file: 'server/planted.ts', code: "import '#src/routing/paths.ts';" },
  'resources-by-service': {
    file: 'server/portal/planted/planted.ts',
    code: "import '#server/files/files/repository.ts';",
  },
  'explanations-stay-out': {
    file: 'widgets/input/plantedToo.ts',
    code: "import './docs.ts';",
  },
  'nothing-imports-tests': {
    file: 'server/plantedToo.ts',
    code: "import '#server/testing/testServer.ts';",
  },
  'no-circles-of-folders': {
    file: 'server/portal/plantedOne/planted.ts',
    code: "import '#server/portal/plantedTwo/service.ts';",
  },
  'no-circles': { file: 'src/device/plantedCircle.ts', code: "import './plantedCircleToo.ts';" },
};
const companions: Record<string, string> = {
  'server/portal/plantedOne/service.ts': '',
  'server/portal/plantedTwo/service.ts': '',
  'server/portal/plantedTwo/planted.ts': "import '#server/portal/plantedOne/service.ts';",
  'widgets/planted/PlantedView.tsx': 'export const Widget = () => null;',
  'src/device/plantedCircleToo.ts': "import './plantedCircle.ts';",
};

/** Plants one violation per rule in a copy of the sources and cruises those files. */
function rulesThatMiss(): string[] {
  const files = {
    ...companions,
    ...Object.fromEntries(Object.values(planted).map(({ file, code }) => [file, code])),
  };
  const copy = mkdtempSync(join(tmpdir(), 'formakte-arrows-'));
  try {
    for (const path of [...sources, ...settings])
      cpSync(path, join(copy, path), { recursive: true });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    for (const [file, code] of Object.entries(files)) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), `${code}\nexport {};\n`);
    }
    const caught = new Set(
      cruise(Object.keys(files), copy).violations.map(({ rule, from }) => `${rule} ${from}`),
    );
    return Object.entries(planted).flatMap(([rule, { file }]) =>
      [file, dirname(file)].some((place) => caught.has(`${rule} ${place}`)) ? [] : [rule],
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const { totalCruised, violations } = cruise(sources);
const blind = rulesThatMiss();
report({
  name: 'check:arrows',
  findings: [
    ...violations.map(({ rule, from, to }) => `${rule}: ${from} -> ${to}`),
    ...blind.map((rule) => `${rule}: did not catch what was planted for it`),
  ],
  figures: {
    modules: totalCruised,
    violations: violations.length,
    rules: Object.keys(planted).length,
    blindRules: blind.length,
  },
  targets: { modules: { atLeast: 100 }, violations: { atMost: 0 }, blindRules: { atMost: 0 } },
});
