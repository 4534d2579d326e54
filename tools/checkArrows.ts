import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { report } from './report.ts';

type Cruise = { summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] } };

const bin = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const sources = ['schemas', 'widgets', 'src', 'server'];
const settings = ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs'];

function cruise(paths: readonly string[], cwd = '.'): Cruise['summary'] {
  try {
    return (JSON.parse(execFileSync(process.execPath, [bin, '--output-type', 'json', ...paths], { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })) as Cruise).summary;
  } catch (error) {
    const { stdout } = error as { stdout?: string }; // the cruiser leaves a code when it finds something, and says it all the same
    if (!stdout) throw error;
    return (JSON.parse(stdout) as Cruise).summary;
  }
}

/** One file per rule that breaks it: a rule that finds nothing here finds nothing anywhere. */
const planted: Record<string, { file: string; code: string }> = {
  'schemas-are-the-leaf': { file: 'schemas/planted.ts', code: "import '#widgets/registry.ts';" },
  'core-knows-no-view': { file: 'src/engine/core/planted.ts', code: "import '#src/engine/react/ids.ts';" },
  'rjsf-has-one-door': { file: 'src/features/planted/planted.ts', code: "import '@rjsf/core';" },
  'engine-knows-no-screen': { file: 'src/engine/react/planted.ts', code: "import '#src/api/errors.ts';" },
  'a-type-stands-alone': { file: 'widgets/input/planted.ts', code: "import '#widgets/date/format.ts';" },
  'definitions-without-views': { file: 'widgets/planted/element.ts', code: "import './PlantedView.tsx';" },
  'ui-is-generic': { file: 'src/ui/planted.ts', code: "import 'react-intl';" },
  'lib-is-small': { file: 'src/lib/planted.ts', code: "import '#src/api/errors.ts';" },
  'api-has-no-view': { file: 'src/api/planted.ts', code: "import '#src/ui/Button.tsx';" },
  'screens-read-types': { file: 'src/features/planted/shape.ts', code: "import * as Type from 'typebox';\nexport const shape = Type.Any();" },
  'browser-judges-nothing': { file: 'widgets/planted/judge.ts', code: "import 'typebox/value';" },
  'forms-below-screens': { file: 'src/forms/planted.ts', code: "import '#src/features/home/HomePage.tsx';" },
  'features-apart': { file: 'src/features/planted/other.ts', code: "import '#src/features/home/HomePage.tsx';" },
  'server-apart': { file: 'server/planted.ts', code: "import '#src/lib/paths.ts';" },
  'modules-by-service': { file: 'server/modules/planted/planted.ts', code: "import '#server/modules/files/repository.ts';" },
  'nothing-imports-tests': { file: 'server/plantedToo.ts', code: "import '#server/testing/testServer.ts';" },
  'no-circles': { file: 'src/lib/plantedCircle.ts', code: "import './plantedCircleToo.ts';" },
};
const companions: Record<string, string> = {
  'widgets/planted/PlantedView.tsx': 'export const Widget = () => null;',
  'src/lib/plantedCircleToo.ts': "import './plantedCircle.ts';",
};

/** Plants one violation per rule in a copy of the sources and cruises those files. */
function rulesThatMiss(): string[] {
  const files = { ...companions, ...Object.fromEntries(Object.values(planted).map(({ file, code }) => [file, code])) };
  const copy = mkdtempSync(join(tmpdir(), 'formakte-arrows-'));
  try {
    for (const path of [...sources, ...settings]) cpSync(path, join(copy, path), { recursive: true });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    for (const [file, code] of Object.entries(files)) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), `${code}\nexport {};\n`);
    }
    const caught = new Set(cruise(Object.keys(files), copy).violations.map(({ rule, from }) => `${rule.name} ${from}`));
    return Object.entries(planted).flatMap(([rule, { file }]) => (caught.has(`${rule} ${file}`) ? [] : [rule]));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const { totalCruised, violations } = cruise(sources);
const blind = rulesThatMiss();
report({
  name: 'check:arrows',
  findings: [...violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`), ...blind.map((rule) => `${rule}: did not catch what was planted for it`)],
  figures: { modules: totalCruised, violations: violations.length, rules: Object.keys(planted).length, blindRules: blind.length },
  targets: { modules: { atLeast: 100 }, violations: { atMost: 0 }, blindRules: { atMost: 0 } },
});
