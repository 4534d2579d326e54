import type { FastifyReply } from 'fastify';
import type { Language } from '#schemas/platform/common.ts';
import { escapeHtml } from './escapeHtml.ts';

export type PlainPage = {
  language: Language;
  title: string;
  /** HTML below the title. The caller has escaped what is in it. */
  html: string;
};

/** Renders a page without scripts, for browsers that run none and for links in mails. */
export const renderPlainPage = ({ language, title, html }: PlainPage): string => `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${escapeHtml(title)}</title>
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    <link rel="stylesheet" href="/offline.css" />
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      ${html}
    </main>
  </body>
</html>
`;

/** Sends a page without scripts, not cached, because its language depends on the request. */
export const sendPlainPage = (reply: FastifyReply, page: PlainPage): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-language')
    .send(renderPlainPage(page));

/** Renders a text as a paragraph. */
export const renderParagraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** Renders a link in a paragraph of its own. */
export const renderLink = (path: string, label: string): string =>
  `<p><a href="${escapeHtml(path)}">${escapeHtml(label)}</a></p>`;

/** Renders a button that posts to the page's own address, or to another one. */
export const renderButton = (label: string, action?: string): string => {
  const target = action === undefined ? '' : ` action="${escapeHtml(action)}"`;
  return `<form method="post"${target}><button>${escapeHtml(label)}</button></form>`;
};
