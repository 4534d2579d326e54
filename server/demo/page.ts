import type { OpenMessage } from '#server/mail/mailOutbox/service.ts';
import { escapeHtml as escape } from '#server/http/escapeHtml.ts';
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

/**
 * Renders the demo's overview page: plain HTML, because the content security policy forbids inline
 * script and style.
 */
export function demoPage({
  accounts,
  users,
  forms,
  requests,
  invitations,
  outbox,
}: Content): string {
  return `<!doctype html>
<html lang="de"><head><meta charset="utf-8">\
<meta name="viewport" content="width=device-width, initial-scale=1">\
<meta name="color-scheme" content="light dark"><title>Demo-Welt – Formakte</title></head>
<body><main><h1>Demo-Welt</h1>
<p>Alles auf dieser Seite ist erfunden. Im Betrieb gibt es sie nicht.</p>
<h2>Formulare</h2>${list(
    forms.map(
      ({ accountName, title, url, pin }) =>
        `${escape(accountName)}: <a href="${escape(url)}">${escape(title)}</a>` +
        (pin ? `, PIN <code>${pin}</code>` : ''),
    ),
    'Kein Formular ist veröffentlicht.',
  )}
<h2>Öffentliche Seiten</h2>${list(
    accounts.map(({ name, page }) => `<a href="${escape(page)}">${escape(name)}</a>`),
    '',
  )}
<h2>Anfragen an eine Person</h2>${list(
    requests.map(({ url }) => `<a href="${escape(url)}">${escape(url)}</a>`),
    '',
  )}
<h2>Einladungen</h2><p>Die PIN dazu steht nach dem Anfordern unten im Postausgang.</p>${list(
    invitations.map(({ url }) => `<a href="${escape(url)}">${escape(url)}</a>`),
    '',
  )}
<h2>Anmeldungen</h2>${list(
    users.map(
      ({ username, password, role }) =>
        `${role === 'staff' ? 'Anwältin, mit Aufgabenwand' : 'Mandantin'} ` +
        `<code>${escape(username)}</code>, Passwort <code>${escape(password)}</code>`,
    ),
    '',
  )}
<h2>API-Schlüssel der Anbieter</h2>${list(
    accounts.map(({ name, apiKey }) => `${escape(name)}: <code>${escape(apiKey)}</code>`),
    '',
  )}
<h2>Postausgang</h2>${list(
    outbox.map(
      ({ kind, recipient, subject, body }) =>
        `${kind === 'sms' ? 'SMS' : 'Mail'} an ${escape(recipient)}: ${escape(subject)}` +
        `<pre>${withLinks(body)}</pre>`,
    ),
    'Noch wurde nichts verschickt.',
  )}
<h2>Für Programme</h2><ul><li><a href="/dev/demo.json">demo.json</a></li>\
<li><a href="/dev/outbox.json">outbox.json</a></li>\
<li><a href="/api/docs">Beschreibung der API</a></li></ul>
</main></body></html>`;
}
