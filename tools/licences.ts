import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type LockEntry = {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  os?: string[];
  cpu?: string[];
};
export type Lock = { packages: Record<string, LockEntry> };

export type Dependency = {
  name: string;
  version: string;
  /** SPDX expression; undefined when nothing says it. */
  licence: string | undefined;
  /** Folder below the repository, to read the copyright from. */
  folder: string;
  /** Only one of several builds for operating systems is installed. */
  isPlatformBuild: boolean;
};

/** Licences that package.json of these packages does not name; read from the files named here. */
const statedElsewhere: Readonly<Record<string, string>> = {
  'combine-errors': 'MIT', // its readme
  'png-js': 'MIT', // its licence file
};

/** Licences that ask for their notice and nothing else. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** Notes for the owner about other licences in use. Add new licences here. */
const notes: Readonly<Record<string, string>> = {
  'CC-BY-4.0': 'Data of a build tool. It asks for attribution when the data is distributed.',
  'Hippocratic-2.1':
    'Not an open source licence by the OSI definition. It restricts the purposes of use and ' +
    'binds everyone who gets the software. Accept it or replace the package.',
  'LGPL-3.0-or-later':
    'A native library. Distributing it obliges to offer its source and to allow its replacement.',
  'MPL-2.0': 'A build tool. Distributing a changed version obliges to publish its changed files.',
  'OFL-1.1':
    'Fonts. They may be used and embedded, but not sold alone. Changed versions need another name.',
};

/** Returns the production dependencies of a lock file, sorted by name and version. */
export function listDependencies({ packages }: Lock): Dependency[] {
  const found = new Map<string, Dependency>();
  for (const [folder, entry] of Object.entries(packages)) {
    if (folder === '' || entry.dev || entry.link) continue;
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const version = entry.version ?? '';
    found.set(`${name}@${version}`, {
      name,
      version,
      licence: entry.license ?? statedElsewhere[name],
      folder,
      isPlatformBuild: entry.os !== undefined || entry.cpu !== undefined,
    });
  }
  const byName = (a: Dependency, b: Dependency) =>
    a.name < b.name ? -1 : Number(a.name > b.name) || a.version.localeCompare(b.version, 'en');
  return [...found.values()].sort(byName);
}

const options = (licence: string): string[] => licence.replaceAll(/[()]/g, '').split(/ OR /);
const parts = (licence: string): string[] => licence.split(/ AND /);

/** Returns the parts of a licence that are not permissive; none when one of its options is. */
export function listUnusualParts(licence: string): string[] {
  const unusual = options(licence).map((option) =>
    parts(option).filter((part) => !permissive.has(part)),
  );
  return unusual.find((each) => each.length === 0) ?? unusual[0] ?? [];
}

/** Returns the packages whose licence is not stated, or is neither permissive nor explained. */
export function listUnknownLicences(dependencies: readonly Dependency[]): string[] {
  return dependencies
    .filter(
      ({ licence }) =>
        !licence || listUnusualParts(licence).some((part) => notes[part] === undefined),
    )
    .map(({ name, version, licence = 'no licence' }) => `${name}@${version}: ${licence}`);
}

const licenceFile = /^(licen[cs]e|copying|notice)/i;
const copyrightLine = /^\W*(?:copyright\b|\(c\)|©).*$/gim;
/** A sentence of a licence's text, not the holder's own line. */
const isBoilerplate = (line: string): boolean =>
  /yyyy|notice|owner|licen[cs]|holder|disclaimer|you must/i.test(line) ||
  !/\d{4}|\(c\)|©|contributors/i.test(line);

/** Returns the copyright line of an installed package, or its author. */
function readCopyright({ folder, isPlatformBuild }: Dependency): string {
  if (isPlatformBuild || !existsSync(folder)) return '';
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8'));
  const [line] = texts
    .flatMap((text) => text.match(copyrightLine) ?? [])
    .filter((each) => !isBoilerplate(each));
  if (line) return line.trim().replace(/^[^\w©(]+/, '');
  const { author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    author?: string | { name?: string };
  };
  return (typeof author === 'string' ? author : author?.name) ?? '';
}

const formatCell = (text: string): string => text.replaceAll('|', '\\|').slice(0, 120);

/** Returns the columns of the table that follow from the lock file alone. */
export const formatFacts = ({ name, version, licence = 'unknown' }: Dependency): string =>
  `| ${name} | ${version} | ${formatCell(licence)} |`;

function listDecisions(dependencies: readonly Dependency[]): string[] {
  return Object.entries(notes).flatMap(([part, note]) => {
    const names = dependencies
      .filter(({ licence }) => licence && listUnusualParts(licence).includes(part))
      .map(({ name }) => `\`${name}\``);
    return names.length > 0
      ? [`- **${part}**. ${note} Used by ${[...new Set(names)].join(', ')}.`]
      : [];
  });
}

/** Returns THIRD_PARTY_LICENSES.md for the dependencies of a lock file. */
export function writePage(dependencies: readonly Dependency[]): string {
  return `# Third-party licences

Written by \`npm run licences\` from the production dependencies in \`package-lock.json\`, build \
tools among them. The full texts are
in the packages. A package in several platform builds has one row per build and no copyright line.

## What the owner must decide

- **No licence of our own has been granted.** Which licence, if any, is for the owner to decide.
${listDecisions(dependencies).join('\n')}

## Material in the repository

- \`widgets/geolocation/outline.json\` contains map outlines made from Natural Earth (public \
domain) by way of the package \`world-atlas\` (ISC).
- \`src/ui/iconPaths.json\` and \`portalIconPaths.json\` contain icons of Phosphor Icons (MIT), see \
\`src/ui/iconPaths.LICENSE.txt\`.
- \`src/ui/fonts/\` contains parts of the typefaces Newsreader and, under another name, Source Sans 3 \
(OFL-1.1), see \`src/ui/fonts/newsreader.LICENSE.txt\` and \`portal-sans.LICENSE.txt\`.
- \`src/brands/behrensLindqvist/\` contains a part of the typeface Source Serif 4 (OFL-1.1) under \
another name, see \`letterhead-serif.LICENSE.txt\` there.

## Packages

| package | version | licence | copyright |
| --- | --- | --- | --- |
${dependencies.map((each) => `${formatFacts(each)} ${formatCell(readCopyright(each))} |`).join('\n')}
`;
}

export const readLock = (): Lock => JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
