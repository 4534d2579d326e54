import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const findings = readFileSync('docs/findings.md', 'utf8');
const limits = readFileSync('docs/known-limits.md', 'utf8');

/** Returns the cells of each row of a table, without its head. */
const readRows = (page: string): string[][] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:report|check|---)/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** Numbers of the reports' findings: letters, then the last number, and the first one if not 1. */
const reports: Readonly<
  Record<string, readonly (readonly [prefix: string, last: number, first?: number])[]>
> = {
  reliability: [['F', 21]],
  api: [
    ['A', 11],
    ['S', 8],
    ['d', 13],
  ],
  portal: [
    ['A', 11],
    ['C', 16],
    ['friction ', 17],
  ],
  forms: [
    ['a', 18],
    ['c', 19],
  ],
  'portal 2': [
    ['P', 10],
    ['P', 14, 12],
  ],
  'forms 2': [
    ['V', 13],
    ['V', 17, 15],
  ],
  'real forms': [['4.', 8]],
  design: [
    ['2.', 19],
    ['5.', 20],
    ['7.', 10],
  ],
};

/** Expands a cell such as `design 2.4, 2.6 to 2.9` to single numbers. */
function expandNumbers(cell: string): string[] {
  let report = '';
  return cell.split(', ').flatMap((part) => {
    const [, name, rest = part] =
      /^(reliability|api|portal 2|portal|real forms|forms 2|forms|design) (.*)$/.exec(part) ?? [];
    report = name ?? report;
    const number = /^((?:friction )?[A-Za-z]?(?:\d+\.)?)(\d+)(?: to (?:[A-Za-z]|\d+\.)?(\d+))?/;
    const [, prefix = '', first = '', last = first] = number.exec(rest) ?? [];
    if (first === '') return [];
    return Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `${report} ${prefix}${Number(first) + index}`,
    );
  });
}

it('Each numbered finding of the reports has a row, with its test or with a reason', () => {
  const known = new Set(
    [...readRows(findings), ...readRows(limits)].flatMap(([cell = '']) => expandNumbers(cell)),
  );
  const wanted = Object.entries(reports).flatMap(([report, numbers]) =>
    numbers.flatMap(([prefix, last, first = 1]) =>
      Array.from({ length: last - first + 1 }, (_, index) => `${report} ${prefix}${first + index}`),
    ),
  );
  expect(wanted.filter((number) => !known.has(number))).toEqual([]);
});

/** Tests, checks, stories, and the tables of cases that tests run. */
const testFile =
  /\.(?:test|check|spec|stories)\.tsx?$|\.tests\.json$|\/(?:lintCases|conformance)\/|\/fixtures\.ts$/;

it('Each row of the findings names a test file or a command that exists, and no other code', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const exists = (named: string): boolean => {
    const [, script] = /^npm run ([\w:]+)$/.exec(named) ?? [];
    return script === undefined ? testFile.test(named) && existsSync(named) : script in scripts;
  };
  const [fixed = ''] = findings.split('\n## ');
  const broken = readRows(fixed).filter(([, , tests = '']) => {
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    return named.length === 0 ? !tests.startsWith('stories ') : !named.every(exists);
  });
  expect(broken).toEqual([]);
});
