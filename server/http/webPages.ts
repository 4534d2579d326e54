import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { defaultLanguage } from '#schemas/common.ts';
import type { FirstView } from '#schemas/firstView.ts';
import { contentSecurityPolicy } from './security.ts';

type Manifest = Partial<Record<string, { file: string; imports?: string[]; css?: string[] }>>;

const text = (part: string): string => `locales/${defaultLanguage}.json?${part}`;
const textFont =
  'node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2';
const portal = ['src/app/PortalApp.tsx', text('visitors'), text('portal')];

/** What pages are made of that people come to by links, besides what every page starts with; names as the build has them. */
const partsOf = {
  landing: [...portal, 'src/features/publicPage/PublicPage.tsx'],
  form: ['src/features/assistants/ExternalFormPage.tsx', text('visitors')],
  login: [...portal, 'src/features/login/LoginPage.tsx'],
} as const;

/** Tags that let a browser fetch all of that at once, instead of finding it bit by bit. */
function preloadsOf(folder: string, parts: readonly string[]): string[] {
  const file = join(folder, '.vite', 'manifest.json');
  if (!existsSync(file)) return [];
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const names = new Set(parts);
  for (const name of names) for (const each of manifest[name]?.imports ?? []) names.add(each); // grows while it is walked
  const entries = [...names].reverse().flatMap((name) => manifest[name] ?? []); // what others are made of comes first, or their styles would not win
  const font = manifest[textFont];
  return [
    ...(font
      ? [`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.file}" />`]
      : []), // or what was painted first would be set anew
    ...[...new Set(entries.map(({ file: script }) => script))].map(
      (script) => `<link rel="modulepreload" crossorigin href="/${script}" />`,
    ),
    ...[...new Set(entries.flatMap(({ css = [] }) => css))].map(
      (style) => `<link rel="stylesheet" crossorigin href="/${style}" />`,
    ),
  ];
}

/** The web app's page for an address, with hints for all it needs; undefined where it is not built. */
export function pageFor(folder: string, name: keyof typeof partsOf): string | undefined {
  const file = join(folder, 'index.html');
  return existsSync(file)
    ? withHead(readFileSync(file, 'utf8'), preloadsOf(folder, partsOf[name]))
    : undefined;
}

/** A page with more in its head. */
export const withHead = (html: string, tags: readonly string[]): string =>
  html.replace(/\s*<\/head>/, () => `${tags.map((tag) => `\n    ${tag}`).join('')}\n  </head>`);

const forScripts =
  /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>|<link rel="preload"[^>]* as="fetch"[^>]*>)/g;

/** What can be seen already waits for no script: beforePaint.ts fetches them when it has been painted. */
const withScriptsLater = (html: string): string =>
  withHead(html.replace(forScripts, ''), [
    `<template id="after-paint">${html.match(forScripts)?.join('') ?? ''}</template>`,
  ]);

function drawn({ log }: FastifyReply, draw: () => FirstView | undefined): FirstView | undefined {
  try {
    return draw();
  } catch (error) {
    log.error({ err: error }, 'A first view could not be drawn');
    return undefined;
  }
}

/** A policy that also allows these very styles. */
const policyWith = (styles: string): string =>
  Object.entries({
    ...contentSecurityPolicy,
    'style-src': [
      ...contentSecurityPolicy['style-src'],
      `'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
    ],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join(';');

/** Sends a page, to be asked for anew each time, with what it shows before its scripts have come. Where that cannot be drawn the web app shows the page all the same, or says what is wrong. */
export function sendPage(
  reply: FastifyReply,
  html: string,
  draw: () => FirstView | undefined = () => undefined,
): FastifyReply {
  void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
  const view = drawn(reply, draw);
  if (!view) return reply.send(html);
  if (view.colors) void reply.header('content-security-policy', policyWith(view.colors));
  const styles = view.colors && `<style>${view.colors}</style>`;
  return reply.send(
    withScriptsLater(html).replace(
      '<div id="root">',
      () => `<div id="first-view">${styles}${view.html}</div>\n    <div id="root">`,
    ),
  );
}
