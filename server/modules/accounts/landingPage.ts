import type { FastifyInstance } from 'fastify';
import type { AccountPublicInfo } from '#schemas/accounts.ts';
import { brandTokens } from '#schemas/brand.rules.ts';
import { defaultLanguage } from '#schemas/common.ts';
import type { FirstViews } from '#schemas/firstView.ts';
import { limits } from '#schemas/limits.ts';
import { shownHeadline } from '#schemas/looks.rules.ts';
import { pageFamilies, webAddresses } from '#schemas/webAddresses.ts';
import type { Deps } from '#server/deps.ts';
import { escapeHtml as escape } from '#server/http/escapeHtml.ts';
import { pageFor, sendPage, withHead } from '#server/http/webPages.ts';
import { textsIn } from '#server/http/texts.ts';
import { publicInfo } from './publicInfo.ts';
import { findAccountByKey } from './repository.ts';

const firstWords = (text: string): string => {
  const [plain, most] = [text.replace(/\s+/g, ' ').trim(), limits.account.maxDescriptionLength];
  return plain.length <= most ? plain : `${plain.slice(0, most).replace(/\s+\S*$/, '')}…`;
};

/** What search engines and link previews read: they run no script. Everything in it is a provider's word, and escaped. */
function headOf(
  { config }: Deps,
  info: AccountPublicInfo,
): { title: string; description: string; tags: string[] } {
  const description =
    firstWords(info.welcomeText) ||
    textsIn(defaultLanguage)('pages.landing', { name: info.accountName });
  const url = config.publicUrl + webAddresses.publicPage(pageFamilies[0], info.accountUniqueKey);
  const logo = info.primaryLogoUrl;
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escape(content)}" />`;
  return {
    title: info.accountName,
    description,
    tags: [
      `<link rel="canonical" href="${escape(url)}" />`,
      property('og:type', 'website'),
      property('og:site_name', info.accountName),
      property('og:title', shownHeadline(info.welcomeHeadline) ?? info.accountName),
      property('og:description', description),
      property('og:url', url),
      property('og:locale', 'de_DE'),
      ...(logo ? [property('og:image', config.publicUrl + logo)] : []),
      '<meta name="twitter:card" content="summary" />',
      `<link rel="icon" href="${escape(logo ?? `/api/v2.0/e.consult.${info.accountId}/accounts/icon`)}" />`,
    ],
  };
}

/** The web app's page with an account's head, and with what the page would ask for first. */
function pageOf(deps: Deps, html: string, info: AccountPublicInfo): string {
  const { title, description, tags } = headOf(deps, info);
  const sentAlong = `<script type="application/json" id="public-info">${JSON.stringify(info).replaceAll('<', '\\u003c')}</script>`; // data, which no policy has to allow
  const described = html
    .replace(/<title>.*?<\/title>/s, () => `<title>${escape(title)}</title>`)
    .replace(
      /<meta name="description"[^>]*>/,
      () => `<meta name="description" content="${escape(description)}" />`,
    )
    .replace(
      /(<meta name="theme-color" data-theme="(light|dark)"[^>]* content=")#\w+/g,
      (_, tag: string, theme: 'light' | 'dark') =>
        tag + brandTokens(info.primaryColor, theme).canvas,
    )
    .replace(/\s*<link rel="icon"[^>]*>/, '');
  return withHead(described, [...tags, sentAlong]);
}

/** Public pages come with their head (product.md §2.4: title and meta tags from the account name). One that is elsewhere leads there. */
export function serveLandingPages(
  app: FastifyInstance,
  deps: Deps,
  folder: string,
  firstViews: FirstViews | undefined,
): void {
  const html = pageFor(folder, 'landing');
  if (html === undefined) return;
  const max =
    deps.config.mode === 'demo' ? limits.calls.demoPerMinute : limits.calls.readsPerMinute;
  for (const family of pageFamilies) {
    app.get<{ Params: { accountIdentity: string } }>(
      `/${family}/:accountIdentity`,
      { schema: { hide: true }, onRequest: app.rateLimit({ max }) },
      async ({ params, hostname }, reply) => {
        const account = await findAccountByKey(deps.db, params.accountIdentity);
        if (!account) return sendPage(reply.code(404), html); // the web app says so in words
        const info = await publicInfo(deps, account);
        if (info.publicPageElsewhere) return reply.redirect(info.publicPageElsewhere);
        return sendPage(reply, pageOf(deps, html, info), () => firstViews?.landing(hostname, info));
      },
    );
  }
}
