import type { FastifyInstance } from 'fastify';
import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import { deriveBrandTokens } from '#schemas/accounts/brand.rules.ts';
import { defaultLanguage } from '#schemas/platform/common.ts';
import type { ServerRender } from '#schemas/portal/serverRender.ts';
import { callLimits } from '#schemas/platform/limits.ts';
import { getShownHeadline } from '#schemas/accounts/looks.rules.ts';
import { pageFamilies, webAddresses } from '#schemas/platform/webAddresses.ts';
import { pageLimits } from '#server/portal/limits.ts';
import { getPageLimit } from '#server/http/rateLimits.ts';
import { allowListing } from '#server/http/searchEngines.ts';
import type { Deps } from '#server/deps.ts';
import { escapeHtml as escape } from '#server/http/escapeHtml.ts';
import {
  buildPage,
  embedData,
  sendNotFound,
  sendPage,
  withHead,
} from '#server/webPages/webPages.ts';
import { getPageLanguage, getTexts } from '#server/texts.ts';
import { readPublicInfo } from './publicInfo.ts';
import { findAccountByKey } from '#server/accounts/accounts/service.ts';

const cutFirstWords = (text: string): string => {
  const [plain, most] = [text.replace(/\s+/g, ' ').trim(), pageLimits.maxDescriptionLength];
  return plain.length <= most ? plain : `${plain.slice(0, most).replace(/\s+\S*$/, '')}…`;
};

/**
 * Builds meta tags for search engines and link previews, which run no script. Everything is
 * escaped.
 */
function buildHead(
  { config }: Deps,
  info: AccountPublicInfo,
): { title: string; description: string; tags: string[] } {
  const description =
    cutFirstWords(info.welcomeText) ||
    getTexts(defaultLanguage)('pages.landing', { name: info.accountName });
  const url = config.publicUrl + webAddresses.publicPage(pageFamilies[0], info.accountUniqueKey);
  const logo = info.primaryLogoUrl;
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escape(content)}" />`;
  const icon = logo ?? `/api/v2.0/e.consult.${info.accountId}/accounts/icon`;
  return {
    title: info.accountName,
    description,
    tags: [
      `<link rel="canonical" href="${escape(url)}" />`,
      property('og:type', 'website'),
      property('og:site_name', info.accountName),
      property('og:title', getShownHeadline(info.welcomeHeadline) ?? info.accountName),
      property('og:description', description),
      property('og:url', url),
      property('og:locale', 'de_DE'),
      ...(logo ? [property('og:image', config.publicUrl + logo)] : []),
      '<meta name="twitter:card" content="summary" />',
      `<link rel="icon" href="${escape(icon)}" />`,
    ],
  };
}

/** Builds the web app's page with an account's head and the data of its first calls. */
function insertAccount(deps: Deps, html: string, info: AccountPublicInfo): string {
  const { title, description, tags } = buildHead(deps, info);
  const described = html
    .replace(/<title>.*?<\/title>/s, () => `<title>${escape(title)}</title>`)
    .replace(
      /<meta name="description"[^>]*>/,
      () => `<meta name="description" content="${escape(description)}" />`,
    )
    .replace(
      /(<meta name="theme-color" data-theme="(light|dark)"[^>]* content=")#\w+/g,
      (_, tag: string, theme: 'light' | 'dark') =>
        tag + deriveBrandTokens(info.primaryColor, theme).canvas,
    )
    .replace(/\s*<link rel="icon"[^>]*>/, '');
  return withHead(described, [...tags, embedData('public-info', info)]);
}

/** Serves public pages with their head; redirects to an external one. */
export function serveLandingPages(
  app: FastifyInstance,
  deps: Deps,
  folder: string,
  serverRender: ServerRender | undefined,
): void {
  const template = buildPage(folder, 'landing');
  if (template === undefined) return;
  const html = template();
  const limit = getPageLimit(deps, 'landing', callLimits.readsPerMinute);
  for (const family of pageFamilies) {
    app.get<{ Params: { accountIdentity: string } }>(
      `/${family}/:accountIdentity`,
      { onRequest: app.rateLimit(limit) },
      async (request, reply) => {
        const { params, hostname } = request;
        const account = await findAccountByKey(deps.db, params.accountIdentity);
        if (!account) return sendNotFound(reply, html, getPageLanguage(request), serverRender);
        const info = await readPublicInfo(deps, account, defaultLanguage);
        if (info.publicPageElsewhere) return reply.redirect(info.publicPageElsewhere);
        return sendPage(allowListing(reply), insertAccount(deps, html, info), () =>
          serverRender?.landing(hostname, info),
        );
      },
    );
  }
}
