import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { defaultLanguage, languages, type Language } from '#schemas/platform/common.ts';
import {
  serverFrameId,
  serverRenderId,
  type BrandFiles,
  type ServerRenderedPage,
} from '#schemas/platform/serverRenderedPage.ts';
import { isVisitorsPage } from '#schemas/platform/visitorsPages.ts';
import type { ServerRender } from '#schemas/portal/serverRender.ts';
import { escapeHtml } from '#server/http/escapeHtml.ts';
import { contentSecurityPolicy } from '#server/http/headers.ts';
import { getTexts } from '#server/texts.ts';
import { largeTypes } from '#widgets/largeTypes.ts';
import { sendCompressed } from './compression.ts';

type Entry = { file: string; name?: string; imports?: string[]; css?: string[] };
type Manifest = Partial<Record<string, Entry>>;

/** Texts in the language of the page. */
const text = (reader: string): string => `text:${reader}`;
const textFont = 'src/ui/fonts/portal-sans-used.woff2';
/** All that a form needs but the large views; see `chunks` in vite.config.ts. */
const form = 'chunk:form';
const portal = ['chunk:portal', text('visitors'), text('portal')];

const portalForm = [...portal, form];
const shell = [...portal, 'src/features/portal/shell/PortalShell.tsx'];

/**
 * Modules of the pages that people open by link, besides the entry; names as in the build's
 * manifest.
 */
const modulesOfPages = {
  landing: [...portal, 'src/features/portal/publicPage/PublicPage.tsx'],
  form: [form, text('visitors')],
  pin: [form, text('visitors'), 'src/features/forms/assistants/PinPage.tsx', 'portalForm:enterPin'],
  sent: [text('visitors'), 'src/features/forms/assistants/SucceedPage.tsx'],
  home: portal,
  login: [...portalForm, 'portalForm:login'],
  loginByKey: [...portalForm, 'portalForm:login'],
  start: [...portal, 'src/features/access/pin/RequestPinPage.tsx'],
  enterPin: [...portalForm, 'src/features/access/pin/EnterPinPage.tsx', 'portalForm:enterPin'],
  postedRegistration: [
    ...portalForm,
    'src/features/access/registration/PostedRegistrationPage.tsx',
  ],
  loggedIn: [...portal, 'src/features/access/login/LoggedInPage.tsx'],
  forgetPassword: [...portalForm, 'portalForm:forgotPassword'],
  forgetUsername: [...portalForm, 'portalForm:forgotUsername'],
  forgetPasswordByKey: [...portalForm, 'portalForm:forgotPassword'],
  forgetUsernameByKey: [...portalForm, 'portalForm:forgotUsername'],
  resetPassword: [...portalForm, 'portalForm:resetPassword'],
  resetPasswordDone: [...portal, 'src/features/access/credentials/ResetDonePage.tsx'],
  dashboard: [...shell, 'src/features/portal/dashboard/DashboardPage.tsx'],
  cases: [...shell, 'src/features/cases/list/CasesPage.tsx'],
  selectedCase: [...shell, 'src/features/cases/list/CasesPage.tsx'],
  board: [...shell, 'src/features/tasks/board/BoardPage.tsx'],
  inbox: [...shell, 'src/features/tasks/inbox/InboxPage.tsx'],
  firmCases: [...shell, 'src/features/cases/firm/FirmCasesPage.tsx'],
  clients: [...shell, 'src/features/portal/clients/ClientsPage.tsx'],
  businessForms: [...shell, 'src/features/forms/businessForms/FormsPage.tsx'],
  businessForm: [...shell, 'src/features/forms/businessForms/FormPage.tsx'],
  businessFormPreview: [...shell, 'src/features/forms/businessForms/PreviewPage.tsx'],
  serviceProvider: [...shell, 'src/features/portal/dashboard/ServiceProviderPage.tsx'],
  settings: [...shell, 'src/features/portal/settings/SettingsPage.tsx'],
} as const;
type PageName = keyof typeof modulesOfPages;

/** Pages after a login, named like their routes. The browser draws them. */
export const screens = [
  'dashboard',
  'cases',
  'selectedCase',
  'board',
  'inbox',
  'firmCases',
  'clients',
  'businessForms',
  'businessForm',
  'businessFormPreview',
  'serviceProvider',
  'settings',
] as const satisfies PageName[];

/**
 * Chromium delays the first paint for an optional face that is preloaded, up to 100 ms. A phone's
 * connection is often too slow for it even so, and a form is one page.
 */
const wideOnly = ' media="(min-width: 768px)"';

/** Named chunks have no module of their own; the portal's own forms are named by their path. */
const nameEntry = (name: string, { name: chunk = '' }: Entry): string =>
  name.startsWith('_') ? `chunk:${chunk}` : name.replace(/^\W*portalForm:.*\//, 'portalForm:');

const parseManifest = (text: string): Manifest => {
  const manifest = JSON.parse(text) as Record<string, Entry>;
  const named = Object.entries(manifest).map(([name, entry]) => [nameEntry(name, entry), entry]);
  return { ...manifest, ...(Object.fromEntries(named) as Manifest) };
};

/** Throws for a name that the build does not know, because its page would load slowly unnoticed. */
function getEntry(manifest: Manifest, name: string): Entry {
  const entry = manifest[name];
  if (!entry)
    throw new Error(`The build has no part "${name}": correct modulesOfPages in webPages.ts`);
  return entry;
}

/** Lists the built files of these modules, dependencies first: later styles override earlier. */
function listEntries(manifest: Manifest, parts: readonly string[]) {
  const names = new Set(parts);
  // grows during the loop
  for (const name of names)
    for (const each of getEntry(manifest, name).imports ?? []) names.add(each);
  return [...names].reverse().map((name) => getEntry(manifest, name));
}

const nameTexts = (module: string, language: Language): string =>
  module.replace(/^text:(.*)/, `locales/$1.${language}.json`);

const toUrl = (entry: Entry | undefined): string | undefined => entry && `/${entry.file}`;

/**
 * Builds preload tags for these modules, to avoid a waterfall of requests. Scripts have a low
 * priority, because the page can be read and filled in without them.
 */
function buildPreloads(
  manifest: Manifest,
  parts: readonly string[],
  html: string,
  { media, brand }: { media: string; brand: BrandFiles | undefined },
): string[] {
  const entries = listEntries(manifest, parts);
  const font = brand?.textFace ?? toUrl(manifest[textFont]);
  const listNew = (files: readonly string[]) =>
    [...new Set(files)].filter((file) => !html.includes(`"/${file}"`));
  return [
    ...listNew(entries.flatMap(({ css = [] }) => css)).map(
      (style) => `<link rel="stylesheet" crossorigin href="/${style}" />`,
    ),
    ...(font
      ? [`<link rel="preload" as="font" type="font/woff2"${media} crossorigin href="${font}" />`]
      : []),
    ...listNew(entries.map(({ file: script }) => script)).map(
      (script) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${script}" />`,
    ),
  ];
}

/** A form needs the configuration only for links in its texts. */
const configPreload = /\s*<link rel="preload" href="\/api\/config"[^>]*>/;

/** Needs of a page besides its modules: texts, the views of element types, faces of a brand. */
type PageNeeds = { language?: Language; types?: readonly string[]; brand?: BrandFiles | undefined };
/** Returns the web app's page of an address with preload tags. */
export type PageTemplate = (needs?: PageNeeds) => string;

/** Builds the page for an address; undefined if the app is not built. Throws for an unknown part. */
export function buildPage(folder: string, name: PageName): PageTemplate | undefined {
  const file = join(folder, 'index.html');
  if (!existsSync(file)) return undefined;
  const html = readFileSync(file, 'utf8')
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replace(isVisitorsPage(name) ? configPreload : '', '');
  const listed = join(folder, '.vite', 'manifest.json');
  if (!existsSync(listed)) return () => html;
  const manifest = parseManifest(readFileSync(listed, 'utf8'));
  const media = isVisitorsPage(name) ? wideOnly : '';
  const buildBoth = (language: Language, brand?: BrandFiles) =>
    [[], ['chunk:largeViews']].map((views) => {
      const modules = modulesOfPages[name].map((module) => nameTexts(module, language));
      const parts = [...modules, ...views, ...(brand ? [brand.module] : [])];
      return withHead(html, buildPreloads(manifest, parts, html, { media, brand }));
    });
  const pages = new Map(languages.map((language) => [`${language} `, buildBoth(language)]));
  return ({ language = defaultLanguage, types = [], brand } = {}) => {
    const key = `${language} ${brand?.module ?? ''}`;
    const built = pages.get(key) ?? buildBoth(language, brand);
    pages.set(key, built);
    return built[types.some((type) => largeTypes.includes(type)) ? 1 : 0] ?? html;
  };
}

/** Returns a lookup of the pages after a login by name; they list the files of their screen. */
export function buildScreens(folder: string): (name?: string) => PageTemplate | undefined {
  const templates = new Map<string, PageTemplate | undefined>(
    screens.map((name) => [name, buildPage(folder, name)]),
  );
  return (name = '') => templates.get(name);
}

/** Inserts tags into a page's head. */
export const withHead = (html: string, tags: readonly string[]): string =>
  html.replace(/\s*<\/head>/, () => `${tags.map((tag) => `\n    ${tag}`).join('')}\n  </head>`);

/** Builds an element with data, which needs no permission of the policy. */
export const embedData = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** Inserts an element with data at the end of a page, so that it delays no script. */
export const insertElement = (html: string, id: string, data: object): string =>
  html.replace('</body>', () => `  ${embedData(id, data)}\n  </body>`);

type PageHead = { language: Language; title: string };
type PageContent = PageHead & { id: string; data: object };

/** Inserts the language of a page, which the browser uses unless the visitor has chosen one. */
export const insertLanguage = (html: string, language: Language): string =>
  html.replace(/<html lang="\w+"/, `<html lang="${language}" data-language="${language}"`);

/** Inserts the language and the title of a page. */
const insertTitle = (html: string, { language, title }: PageHead): string =>
  insertLanguage(html, language).replace(
    /<title>.*?<\/title>/s,
    () => `<title>${escapeHtml(title)}</title>`,
  );

/** Inserts the language, the title and the data of a page. */
export const insertData = (html: string, { id, data, ...head }: PageContent): string =>
  insertElement(insertTitle(html, head), id, data);

type Render = () => ServerRenderedPage | undefined | Promise<ServerRenderedPage | undefined>;

/** A failed page is cached with its error, which is logged once. */
const logged = new WeakSet<object>();

async function tryToRender(
  { log }: FastifyReply,
  render: Render,
): Promise<ServerRenderedPage | undefined> {
  try {
    return await render();
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    if (!logged.has(failure))
      log.error({ err: failure }, 'A page could not be rendered on the server');
    logged.add(failure);
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

/** Inserts server-rendered HTML into the root, where the browser hydrates it, or beside the root. */
function insertRendered(
  html: string,
  { html: view, styles, hydrate, isFrame }: ServerRenderedPage,
): string {
  const style = styles && `<style>${styles}</style>`;
  const id = isFrame ? serverFrameId : serverRenderId;
  if (hydrate === undefined)
    return html.replace(
      '<div id="root">',
      () => `<div id="${id}">${style}${view}</div>\n    <div id="root">`,
    );
  return withHead(html, style ? [style] : []).replace(
    '<div id="root">',
    () => `<div id="root" data-rendered="${hydrate}">${view}`,
  );
}

/** Builds a page with its server-rendered HTML, and sets its policy. */
async function renderPage(reply: FastifyReply, html: string, render: Render): Promise<string> {
  void reply.type('text/html; charset=utf-8');
  const view = await tryToRender(reply, render);
  if (!view) return html;
  if (view.styles) void reply.header('content-security-policy', extendPolicy(view.styles));
  return insertRendered(html, view);
}

/**
 * Sends a page with its server-rendered HTML, not cached. If rendering fails, the web app
 * renders the page or shows the error.
 */
export async function sendPage(
  reply: FastifyReply,
  html: string,
  render: Render = () => undefined,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-cache');
  return sendCompressed(reply, await renderPage(reply, html, render));
}

/** Sends the web app with the page of an unknown address, which needs no scripts. */
export function sendNotFound(
  reply: FastifyReply,
  html: string,
  language: Language,
  serverRender: Pick<ServerRender, 'notFound'> | undefined,
): Promise<FastifyReply> {
  const title = getTexts(language)('notFound.title', {});
  return sendPage(reply.code(404), insertTitle(html, { language, title }), () =>
    serverRender?.notFound(language),
  );
}

/**
 * Sends a page with data of one visitor. It is stored nowhere, and not compressed, because its size
 * would reveal parts of a secret beside text that another site has chosen (BREACH).
 */
export async function sendPrivatePage(
  reply: FastifyReply,
  html: string,
  render: Render = () => undefined,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store');
  return reply.send(await renderPage(reply, html, render));
}
