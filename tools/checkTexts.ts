import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { report } from './report.ts';

type Texts = Record<string, string>;

const read = (language: string): Texts =>
  JSON.parse(readFileSync(`locales/${language}.json`, 'utf8')) as Texts;

function argumentsOf(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element): string[] => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    const inner =
      element.type === TYPE.plural || element.type === TYPE.select
        ? Object.values(element.options).flatMap(({ value }) => argumentsOf(value))
        : element.type === TYPE.tag
          ? argumentsOf(element.children)
          : [];
    return [element.value, ...inner];
  });
}
const names = (text: string): string => [...new Set(argumentsOf(parse(text)))].sort().join(', ');

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name),
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

const de = read('de');
const en = read('en');
const code = ['schemas', 'widgets', 'src', 'server', 'tools', 'stories']
  .flatMap(sources)
  .join('\n');
/** Ids made from a stem and a rule's name: the stem stands in the code, the rules beside it. */
const stems = ['finding.', 'file.refused.'];
const rulesInCode = new Set(
  [...code.matchAll(/(?:rule: |name: |, )'(\w+)'/g)].map(([, rule]) => rule),
);
const isUsed = (id: string): boolean =>
  code.includes(`'${id}'`) ||
  code.includes(`"${id}"`) ||
  stems.some((stem) => id.startsWith(stem) && rulesInCode.has(id.slice(stem.length)));
const ids = [...new Set([...Object.keys(de), ...Object.keys(en)])];

const problems = {
  missing: ids.filter((id) => !(id in de) || !(id in en)),
  empty: ids.filter((id) => de[id]?.trim() === '' || en[id]?.trim() === ''),
  differentArguments: ids.filter((id) => de[id] && en[id] && names(de[id]) !== names(en[id])),
  unused: ids.filter((id) => !isUsed(id)),
};
report({
  name: 'check:texts',
  findings: Object.entries(problems).flatMap(([problem, found]) =>
    found.map((id) => `${problem}: ${id}`),
  ),
  figures: {
    texts: ids.length,
    ...Object.fromEntries(
      Object.entries(problems).map(([problem, found]) => [problem, found.length]),
    ),
  },
  targets: {
    texts: { atLeast: 1 },
    ...Object.fromEntries(Object.keys(problems).map((problem) => [problem, { atMost: 0 }])),
  },
});
