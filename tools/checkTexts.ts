import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { readers, readTexts, type Reader, type Texts } from './localeFiles.ts';
import { findClientSources, findVisitorSources } from './clientSources.ts';
import { report } from './report.ts';

/** Lists the arguments of a message, nested ones included. */
function listArguments(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element): string[] => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    const inner =
      element.type === TYPE.plural || element.type === TYPE.select
        ? Object.values(element.options).flatMap(({ value }) => listArguments(value))
        : element.type === TYPE.tag
          ? listArguments(element.children)
          : [];
    return [element.value, ...inner];
  });
}
const listArgumentNames = (text: string): string =>
  [...new Set(listArguments(parse(text)))].sort().join(', ');

const readCode = (files: readonly string[]): string =>
  files.map((file) => readFileSync(file, 'utf8')).join('\n');

const listSources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name));

const allCode = readCode(
  ['schemas', 'widgets', 'src', 'server', 'tools', 'stories'].flatMap(listSources),
);
const visitorCode = readCode(await findVisitorSources());
const startCode = readCode(['src/app/StartFailed.tsx']);
const clientCode = readCode(await findClientSources());

/** Ids that code completes with the name of a rule; the code contains the stem only. */
const stems = ['finding.', 'file.refused.'];
const ruleNames = new Set(
  [...allCode.matchAll(/(?:rule: |name: |, )'(\w+)'/g)].map(([, rule]) => rule),
);

const contains = (code: string, id: string): boolean =>
  code.includes(`'${id}'`) ||
  code.includes(`"${id}"`) ||
  stems.some(
    (stem) =>
      id.startsWith(stem) && code.includes(`\`${stem}`) && ruleNames.has(id.slice(stem.length)),
  );

/** Returns the file an id must be in: that of the smallest group of sources that uses it. */
function expectReader(id: string): Reader {
  if (contains(startCode, id)) return 'start';
  if (contains(visitorCode, id)) return 'visitors';
  return contains(clientCode, id) ? 'portal' : 'server';
}

const byReader = readers.map((reader) => ({
  reader,
  de: readTexts(reader, 'de'),
  en: readTexts(reader, 'en'),
}));
const merge = (language: 'de' | 'en'): Texts =>
  Object.assign({}, ...byReader.map((texts) => texts[language])) as Texts;
const de = merge('de');
const en = merge('en');
const ids = [...new Set([...Object.keys(de), ...Object.keys(en)])];

const findMissing = (): string[] =>
  byReader.flatMap((texts) => [
    ...Object.keys(texts.de).filter((id) => !(id in texts.en)),
    ...Object.keys(texts.en).filter((id) => !(id in texts.de)),
  ]);

const findRepeated = (): string[] => {
  const all = byReader.flatMap((texts) => Object.keys(texts.de));
  return all.filter((id, index) => all.indexOf(id) !== index);
};

/** Finds ids in the wrong file: a page would show the id, or load texts that it never shows. */
const findMisplaced = (): string[] =>
  byReader.flatMap(({ reader, de: texts }) =>
    Object.keys(texts).flatMap((id) => {
      const expected = expectReader(id);
      return expected === reader ? [] : [`${id} is in ${reader}, belongs in ${expected}`];
    }),
  );

const problems = {
  missing: findMissing(),
  repeated: findRepeated(),
  misplaced: findMisplaced(),
  empty: ids.filter((id) => de[id]?.trim() === '' || en[id]?.trim() === ''),
  differentArguments: ids.filter(
    (id) => de[id] && en[id] && listArgumentNames(de[id]) !== listArgumentNames(en[id]),
  ),
  unused: ids.filter((id) => !contains(allCode, id)),
};
report({
  name: 'check:texts',
  findings: Object.entries(problems).flatMap(([problem, found]) =>
    found.map((finding) => `${problem}: ${finding}`),
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
