import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

/** Path of every file, with its text where a reference can be in it or lead to it. */
export type Checkout = ReadonlyMap<string, string>;

const ignored = new Set([
  'node_modules',
  'dist',
  'data',
  'test-results',
  '.git',
  'storybook-static',
]);
const codeFile = /\.(ts|tsx|mjs|cjs|js|css)$/;
const textFile = /\.(ts|tsx|mjs|cjs|js|css|md)$/;

/** Reads the checkout, without what is installed or generated. */
export function readCheckout(folder = '.'): Checkout {
  const paths = (path: string): string[] =>
    readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
      if (ignored.has(entry.name)) return [];
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      return entry.isDirectory() ? paths(inner) : [inner];
    });
  return new Map(
    paths('').map((path) => [
      path,
      textFile.test(path) ? readFileSync(join(folder, path), 'utf8') : '',
    ]),
  );
}

const roots = 'docs|schemas|server|src|widgets|tools|e2e|stories|bench|locales|public';
const pathInText = new RegExp(`(?<![\\w./#-])(?:${roots})/[\\w./-]*\\w(?:#[\\w-]+)?`, 'g');
/** A path anywhere in backticks, for example in a command. */
const pathInBackticks = new RegExp(
  '`(?:[^`\\n]*\\s)?((?:' + roots + ')/[^`\\s<>…]+)[^`\\n]*`',
  'g',
);
const fileName = /(?<![\w./-])[\w.-]*\w\.(?:tsx?|mjs|css|md)\b/g;
const documentName = /(?<![\w/.-])[\w-]+(?:\/[\w-]+)*\.md\b/g;
const markdownLink = /\]\(([^)\s]+)\)/g;
/** Names of documents that a reader of the checkout cannot open. */
const outside = [
  /(?<!RFC \d{3,5} )§ ?\d/,
  /\bthe specification\b/i,
  /\bmockups?\b/i,
  /\bthe requirements\b/i,
];

/** Returns the comments of a source file as one text. */
function listComments(code: string): string {
  return [...code.matchAll(/(?<![\w*/'"`])\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gm)]
    .map(([text]) => text)
    .join('\n');
}

/** Returns the anchor that a heading gets on code hosts. */
const makeSlug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const listAnchors = (page: string): Set<string> =>
  new Set([...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => makeSlug(heading)));

const withoutCode = (page: string): string => page.replaceAll(/^```[\s\S]*?^```|^ {4}.*$/gm, '');

/** Expands `{a,b}` to paths. */
function expandBraces(path: string): string[] {
  const [all, options] = /\{([^}]*)\}/.exec(path) ?? [];
  if (all === undefined || options === undefined) return [path];
  return options.split(',').flatMap((option) => expandBraces(path.replace(all, option)));
}

/** Returns true if every path, which may contain `*` and `{a,b}`, names a file or folder. */
const names = (checkout: Checkout, path: string): boolean =>
  expandBraces(path.replace(/\/$/, '')).every((one) => {
    const pattern = one.replaceAll(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
    const wanted = new RegExp(`^${pattern}(?:/|$)`);
    return [...checkout.keys()].some((file) => wanted.test(file));
  });

type Finding = `${string}: ${string}`;

/** Returns every reference in comments and documents that does not open. */
export function findBrokenReferences(checkout: Checkout): Finding[] {
  const fileNames = new Set([...checkout.keys()].map((path) => basename(path)));
  const known = new Map<string, boolean>();
  const opens = (target: string): boolean => {
    const [path = '', anchor] = target.split('#');
    if (anchor !== undefined && !listAnchors(checkout.get(path) ?? '').has(anchor)) return false;
    if (!known.has(path)) known.set(path, checkout.has(path) || names(checkout, path));
    return known.get(path) ?? false;
  };

  function inCode(file: string, text: string): string[] {
    const comments = listComments(text);
    return [
      ...(comments.match(pathInText) ?? []).filter((target) => !opens(target)),
      ...(comments.match(fileName) ?? []).filter((name) => !fileNames.has(name)),
      ...outside.flatMap((name) => name.exec(comments)?.[0] ?? []),
    ];
  }

  function inDocument(file: string, text: string): string[] {
    const prose = withoutCode(text);
    const beside = (target: string) => normalize(join(dirname(file), target));
    const links = [...prose.matchAll(markdownLink)].map(([, target = '']) => target);
    const local = links.filter((target) => !/^(https?|mailto):/.test(target));
    const paths = [...prose.matchAll(pathInBackticks)].map(([, path = '']) => path);
    const documents = prose.replaceAll(markdownLink, ']').match(documentName) ?? [];
    return [
      ...local.filter((target) => !opens(target.startsWith('#') ? file + target : beside(target))),
      ...paths.filter((path) => !opens(path)),
      ...documents.filter((name) => !opens(name) && !opens(beside(name))),
      ...outside.flatMap((name) => name.exec(prose)?.[0] ?? []),
    ];
  }

  return [...checkout].flatMap(([file, text]) => {
    const broken = file.endsWith('.md')
      ? inDocument(file, text)
      : codeFile.test(file)
        ? inCode(file, text)
        : [];
    return [...new Set(broken)].map((target): Finding => `${file}: ${target}`);
  });
}
