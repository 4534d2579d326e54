import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { defaultLanguage } from '#schemas/platform/common.ts';
import type { FirstView } from '#schemas/platform/firstView.ts';
import { contentSecurityPolicy } from '#server/http/headers.ts';

type Manifest = Partial<Record<string, { file: string; imports?: string[]; css?: string[] }>>;

const text = (reader: string): string => `locales/${reader}.${defaultLanguage}.json`;
const textFont =
  'node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2';
const portal = ['src/app/PortalApp.tsx', text('visitors'), text('portal')];

/**
 * Modules of the pages that visitors open by link, besides the entry; names as in the build's
 * manifest.
 */
const listModules = {
  landing: [...portal, 'src/features/portal/publicPage/PublicPage.tsx'],
  form: ['src/features/forms/assistants/ExternalFormPage.tsx', text('visitors')],
  login: [...portal, 'src/features/access/login/LoginPage.tsx'],
} as const;

/** Builds preload tags for these modules, to avoid a waterfall of requests. */
function buildPreloads(folder: string, parts: readonly string[]): string[] {
  const file = join(folder, '.vite', 'manifest.json');
  if (!existsSync(file)) return [];
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const names = new Set(parts);
  // grows during the loop
  for (const name of names) for (const each of manifest[name]?.imports ?? []) names.add(each);
  // dependencies first, because later styles override earlier ones
  const entries = [...names].reverse().flatMap((name) => manifest[name] ?? []);
  const font = manifest[textFont];
  return [
    ...(font
      ? [`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.file}" />`]
      : []), // prevents a repaint of the server's first view
    ...[...new Set(entries.map(({ file: script }) => script))].map(
      (script) => `<link rel="modulepreload" crossorigin href="/${script}" />`,
    ),
    ...[...new Set(entries.flatMap(({ css = [] }) => css))].map(
      (style) => `<link rel="stylesheet" crossorigin href="/${style}" />`,
    ),
  ];
}

/**
 * Builds the web app's page for an address with its preload tags; undefined if the app is not
 * built.
 */
export function buildPage(folder: string, name: keyof typeof listModules): string | undefined {
  const file = join(folder, 'index.html');
  return existsSync(file)
    ? withHead(readFileSync(file, 'utf8'), buildPreloads(folder, listModules[name]))
    : undefined;
}

/** Inserts tags into a page's head. */
export const withHead = (html: string, tags: readonly string[]): string =>
  html.replace(/\s*<\/head>/, () => `${tags.map((tag) => `\n    ${tag}`).join('')}\n  </head>`);

const forScripts = new RegExp(
  [
    /<script type="module"[^>]*><\/script>/,
    /<link rel="modulepreload"[^>]*>/,
    /<link rel="preload"[^>]* as="fetch"[^>]*>/,
  ]
    .map(({ source }) => `\\s*${source}`)
    .join('|'),
  'g',
);

/** Scripts must not delay the first paint: beforePaint.ts loads them after it. */
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

/** Adds the hashes of these styles to the content security policy. */
const extendPolicy = (styles: string): string =>
  Object.entries({
    ...contentSecurityPolicy,
    'style-src': [
      ...contentSecurityPolicy['style-src'],
      `'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
    ],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join(';');

/**
 * Sends a page with its server-rendered first view, not cached. If rendering fails, the web app
 * renders the page or shows the error.
 */
export function sendPage(
  reply: FastifyReply,
  html: string,
  draw: () => FirstView | undefined = () => undefined,
): FastifyReply {
  void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
  const view = drawn(reply, draw);
  if (!view) return reply.send(html);
  if (view.colors) void reply.header('content-security-policy', extendPolicy(view.colors));
  const styles = view.colors && `<style>${view.colors}</style>`;
  return reply.send(
    withScriptsLater(html).replace(
      '<div id="root">',
      () => `<div id="first-view">${styles}${view.html}</div>\n    <div id="root">`,
    ),
  );
}
