import type { OpenMessage } from '#server/mail/mailOutbox/service.ts';
import type { Language } from '#schemas/platform/common.ts';
import { escapeHtml as escape } from '#server/http/escapeHtml.ts';
import { getTexts } from '#server/texts.ts';
import type { DemoUser } from './people.ts';
import type { DemoForm } from './demoWorld.ts';

/** Makes URLs in a message clickable. */
const withLinks = (text: string): string =>
  escape(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

const list = (items: string[], empty: string): string =>
  items.length > 0
    ? `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
    : `<p>${empty}</p>`;

type Content = {
  accounts: { name: string; apiKey: string; /** its public page */ page: string }[];
  users: DemoUser[];
  forms: DemoForm[];
  requests: { url: string }[];
  invitations: { url: string }[];
  outbox: OpenMessage[];
};

const link = (url: string, text = url): string => `<a href="${escape(url)}">${escape(text)}</a>`;
const code = (text: string): string => `<code>${escape(text)}</code>`;

const renderMessage = (
  { kind, recipient, subject, body }: OpenMessage,
  language: Language,
): string =>
  getTexts(language)('dev.message', {
    kind,
    recipient: escape(recipient),
    subject: escape(subject),
  }) + `<pre tabindex="0">${withLinks(body)}</pre>`;

const renderForm = (
  { accountName, title, url, pin, isClosed }: DemoForm,
  language: Language,
): string =>
  `${escape(accountName)}: ${link(url, title)}${pin ? `, PIN ${code(pin)}` : ''}` +
  (isClosed ? `, ${getTexts(language)('dev.forms.closed', {})}` : '');

/**
 * Renders the demo's overview page: plain HTML, because the content security policy forbids inline
 * script and style.
 */
export function renderDemoPage(
  { accounts, users, forms, requests, invitations, outbox }: Content,
  language: Language,
): string {
  const text = getTexts(language);
  const say = (id: string): string => text(id, {});
  const section = (id: string, items: string[], empty = ''): string =>
    `<h2>${say(id)}</h2>${list(items, empty)}`;
  const sections = [
    section(
      'dev.forms',
      forms.map((form) => renderForm(form, language)),
      say('dev.forms.none'),
    ),
    section(
      'dev.pages',
      accounts.map(({ name, page }) => link(page, name)),
    ),
    section(
      'dev.requests',
      requests.map(({ url }) => link(url)),
    ),
    section(
      'dev.invitations',
      invitations.map(({ url }) => link(url)),
    ),
    `<p>${say('dev.invitations.text')}</p>`,
    section(
      'dev.logins',
      users.map(({ username, password, role }) =>
        text('dev.login', { role, username: code(username), password: code(password) }),
      ),
    ),
    section(
      'dev.keys',
      accounts.map(({ name, apiKey }) => `${escape(name)}: ${code(apiKey)}`),
    ),
    section(
      'dev.outbox',
      outbox.map((message) => renderMessage(message, language)),
      say('dev.outbox.none'),
    ),
    section('dev.programs', [
      link('/dev/demo.json', 'demo.json'),
      link('/dev/outbox.json', 'outbox.json'),
      link('/api/docs', say('dev.api')),
    ]),
  ];
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">\
<meta name="viewport" content="width=device-width, initial-scale=1">\
<meta name="color-scheme" content="light dark"><title>${say('dev.title')} – Formakte</title>\
<link rel="stylesheet" href="/offline.css"></head>
<body><main><h1>${say('dev.title')}</h1><p>${say('dev.text')}</p>
${sections.join('\n')}
</main></body></html>`;
}
