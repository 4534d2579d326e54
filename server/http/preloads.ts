import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLanguage } from '#schemas/common.ts';

type Manifest = Partial<Record<string, { file: string; imports?: string[]; css?: string[] }>>;

const text = (part: string): string => `locales/${defaultLanguage}.json?${part}`;

/** What pages are made of that people come to by links, besides what every page starts with; names as the build has them. */
export const partsOf = {
  landing: ['src/app/PortalApp.tsx', 'src/features/publicPage/PublicPage.tsx', text('visitors'), text('portal')],
  form: ['src/features/assistants/ExternalFormPage.tsx', text('visitors')],
} as const;

/** Tags that let a browser fetch all of that at once, instead of finding it bit by bit. */
export function preloadsOf(folder: string, parts: readonly string[]): string {
  const file = join(folder, '.vite', 'manifest.json');
  if (!existsSync(file)) return '';
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const names = new Set(parts);
  for (const name of names) for (const each of manifest[name]?.imports ?? []) names.add(each); // grows while it is walked
  const entries = [...names].reverse().flatMap((name) => manifest[name] ?? []); // what others are made of comes first, or their styles would not win
  return [
    ...[...new Set(entries.map(({ file: script }) => script))].map((script) => `<link rel="modulepreload" crossorigin href="/${script}" />`),
    ...[...new Set(entries.flatMap(({ css = [] }) => css))].map((style) => `<link rel="stylesheet" crossorigin href="/${style}" />`),
  ].join('\n    ');
}

/** The web app's page with more in its head. */
export const withHead = (html: string, tags: string): string => (tags === '' ? html : html.replace(/\s*<\/head>/, () => `\n    ${tags}\n  </head>`));
