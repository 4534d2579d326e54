import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

const bin = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const sources = ['schemas', 'widgets', 'src', 'server'];
/** Folders that rules forbid to import. Their imports resolve to files, so these are copied too. */
const others = ['stories', 'e2e', 'bench', 'tools', 'locales'];
const settings = ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs'];

function runCruiser(cwd: string): Cruise {
  try {
    return JSON.parse(
      execFileSync(process.execPath, [bin, '--output-type', 'json', ...sources], {
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

const isTest = (path: string): boolean => /\.(test|check)\.tsx?$|\/testing\//.test(path);

const isWithin = (folder: string, outer: string): boolean => `${folder}/`.startsWith(`${outer}/`);

/**
 * Finds cycles of imports between folders, except in tests and between a folder and its own
 * subfolders.
 */
function findFolderCycles(modules: Cruise['modules']): Violation[] {
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
      .map((to) => ({ rule: 'no-folder-cycles', from, to })),
  );
}

type Plant = { file: string; code: string };
type Domain = { name: string; uses: string[]; shows: string[] };

/** Reads the table of domains, so that a rule that allows more than the table fails. */
function readDomains(): Domain[] {
  const list = (cell: string): string[] => cell.split(',').flatMap((name) => name.trim() || []);
  return readFileSync('docs/behaviour/README.md', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, uses, shows] = /^\| \[(\w+)\]\(.*?\) \|.*\|(.*)\|(.*)\|$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, uses: list(uses ?? ''), shows: list(shows ?? '') }];
    });
}

const domains = readDomains();
const trees = ['schemas', 'server', 'src/api', 'src/features'];
const targetFile = 'plantedTarget.ts';

/** Returns true when a file of the domain in `tree` may import `other` from `targetTree`. */
function mayImport({ name, uses, shows }: Domain, tree: string, targetTree: string, other: string) {
  if (other === name || uses.includes('all')) return true;
  if (tree !== 'src/features') return uses.includes(other);
  if (targetTree === 'server') return false;
  return shows.includes(other) || (targetTree !== tree && uses.includes(other));
}

/** Each import that the table of domains forbids. */
const forbiddenImports = domains.flatMap((domain) =>
  trees.flatMap((tree) =>
    trees.flatMap((targetTree) =>
      domains.flatMap(({ name: other }) =>
        mayImport(domain, tree, targetTree, other)
          ? []
          : {
              rule: `${tree === 'src/features' ? 'screens' : 'domain'}-${domain.name}`,
              from: `${tree}/${domain.name}/planted.ts`,
              to: `${targetTree}/${other}/${targetFile}`,
            },
      ),
    ),
  ),
);

/** One file per domain and tree with all its forbidden imports, and the files it imports. */
const plantedInDomains: Record<string, string> = {};
for (const { from, to } of forbiddenImports) {
  plantedInDomains[from] = `${plantedInDomains[from] ?? ''}import '#${to}';\n`;
  plantedInDomains[to] = '';
}

/** One violation of each other rule. */
const planted: Record<string, Plant> = {
  'schemas-import-only-schemas': {
    file: 'schemas/planted.ts',
    code: "import '#widgets/registry.ts';",
  },
  'core-imports-only-contract': {
    file: 'src/engine/core/planted.ts',
    code: "import type { Task } from '#schemas/tasks/tasks.ts';\nexport type Planted = Task;",
  },
  'core-imports-no-react': { file: 'src/engine/core/plantedToo.ts', code: "import 'react';" },
  'only-engine-imports-rjsf': {
    file: 'src/features/planted/planted.ts',
    code: "import '@rjsf/core';",
  },
  'engine-imports-no-screen': {
    file: 'src/engine/react/planted.ts',
    code: "import '#src/api/client/errors.ts';",
  },
  'element-type-imports-engine-and-ui': {
    file: 'widgets/input/planted.ts',
    code: "import '#widgets/date/format.ts';",
  },
  'definitions-import-no-view': {
    file: 'widgets/planted/element.ts',
    code: "import './PlantedView.tsx';",
  },
  'definitions-import-only-core': {
    file: 'widgets/plantedToo/element.ts',
    code: "import '#src/ui/field.ts';",
  },
  'ui-imports-no-product-code': { file: 'src/ui/planted.ts', code: "import 'react-intl';" },
  'device-imports-no-screen': {
    file: 'src/device/planted.ts',
    code: "import '#src/api/client/errors.ts';",
  },
  'platform-imports-no-domain': {
    file: 'schemas/platform/planted.ts',
    code: "import '#schemas/files/files.ts';",
  },
  'server-base-imports-no-domain': {
    file: 'server/http/planted.ts',
    code: "import '#server/files/files/service.ts';",
  },
  'loading-imports-no-product-code': {
    file: 'src/loading/planted.ts',
    code: "import '#src/ui/Button.tsx';",
  },
  'screens-import-no-app': {
    file: 'src/features/portal/planted.ts',
    code: "import '#src/app/store.ts';",
  },
  'api-client-imports-no-domain': {
    file: 'src/api/client/planted.ts',
    code: "import '#src/api/files/files.ts';",
  },
  'api-imports-no-view': { file: 'src/api/planted.ts', code: "import '#src/ui/Button.tsx';" },
  'screens-declare-no-schemas': {
    file: 'src/features/planted/shape.ts',
    code: "import * as Type from 'typebox';\nexport const shape = Type.Any();",
  },
  'browser-compiles-no-schemas': {
    file: 'widgets/planted/judge.ts',
    code: "import 'typebox/value';",
  },
  'forms-import-no-screen': {
    file: 'src/forms/planted.ts',
    code: "import '#src/features/portal/home/HomePage.tsx';",
  },
  'screens-import-no-element-type': {
    file: 'src/features/planted/type.ts',
    code: "import '#widgets/date/format.ts';",
  },
  'visitors-forms-load-no-store': {
    file: 'src/forms/plantedStore.ts',
    code: "import 'react-redux';",
  },
  'gallery-imports-no-screen': {
    file: 'src/gallery/planted.ts',
    code: "import '#src/features/portal/home/HomePage.tsx';",
  },
  'brands-are-data': {
    file: 'src/brands/planted/brand.ts',
    code: "import '#src/ui/Button.tsx';",
  },
  'server-imports-only-core': {
    file: 'server/planted.ts',
    code: "import '#src/routing/paths.ts';",
  },
  'resources-import-services': {
    file: 'server/portal/planted/planted.ts',
    code: "import '#server/files/files/repository.ts';",
  },
  'browser-imports-no-explanations': {
    file: 'widgets/input/plantedToo.ts',
    code: "import './docs.ts';",
  },
  'sources-import-no-tests': {
    file: 'server/plantedToo.ts',
    code: "import '#server/testing/testServer.ts';",
  },
  'no-folder-cycles': {
    file: 'server/portal/plantedOne/planted.ts',
    code: "import '#server/portal/plantedTwo/service.ts';",
  },
  'no-import-cycles': {
    file: 'src/device/plantedCircle.ts',
    code: "import './plantedCircleToo.ts';",
  },
};
const companions: Record<string, string> = {
  'server/portal/plantedOne/service.ts': '',
  'server/portal/plantedTwo/service.ts': '',
  'server/portal/plantedTwo/planted.ts': "import '#server/portal/plantedOne/service.ts';",
  'widgets/planted/PlantedView.tsx': 'export const Widget = () => null;',
  'src/device/plantedCircleToo.ts': "import './plantedCircle.ts';",
};

const plantedFiles: Record<string, string> = {
  ...companions,
  ...plantedInDomains,
  ...Object.fromEntries(Object.values(planted).map(({ file, code }) => [file, code])),
};

const isCode = (path: string): boolean =>
  !path.includes('node_modules') && !/\.(?:png|jpg|pdf|svg|mp4)$/.test(path);

/** Analyses a copy of the sources with planted violations, because one run takes half of two. */
function cruise(): Cruise {
  const copy = mkdtempSync(join(tmpdir(), 'formakte-arrows-'));
  try {
    for (const path of [...sources, ...others, ...settings])
      cpSync(path, join(copy, path), { recursive: true, filter: isCode });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    for (const [file, code] of Object.entries(plantedFiles)) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), `${code}\nexport {};\n`);
    }
    return runCruiser(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const isPlanted = (path: string): boolean => path in plantedFiles;

/** Returns the planted violations that their rule does not report. */
function findMissedViolations(violations: readonly Violation[]): string[] {
  const byFile = new Set(violations.map(({ rule, from }) => `${rule} ${from}`));
  const byImport = new Set(violations.map(({ rule, from, to }) => `${rule} ${from} ${to}`));
  return [
    ...Object.entries(planted).flatMap(([rule, { file }]) =>
      [file, dirname(file)].some((place) => byFile.has(`${rule} ${place}`))
        ? []
        : `${rule}: does not report what was planted for it`,
    ),
    ...forbiddenImports.flatMap(({ rule, from, to }) =>
      byImport.has(`${rule} ${from} ${to}`) ? [] : `${rule}: does not report ${from} -> ${to}`,
    ),
  ];
}

const { summary, modules } = cruise();
const reported = summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
const ownModules = modules
  .filter(({ source }) => !isPlanted(source))
  .map(({ source, dependencies }) => ({
    source,
    dependencies: dependencies.filter(({ resolved }) => !isPlanted(resolved)),
  }));
const violations = [
  ...reported.filter(({ from }) => !isPlanted(from)),
  ...findFolderCycles(ownModules),
];
const missed = findMissedViolations([...reported, ...findFolderCycles(modules)]);
report({
  name: 'check:arrows',
  findings: [...violations.map(({ rule, from, to }) => `${rule}: ${from} -> ${to}`), ...missed],
  figures: {
    modules: ownModules.length,
    violations: violations.length,
    planted: Object.keys(planted).length + forbiddenImports.length,
    missed: missed.length,
  },
  targets: {
    modules: { atLeast: 100 },
    violations: { atMost: 0 },
    planted: { atLeast: 300 },
    missed: { atMost: 0 },
  },
});
