/**
 * Shows what the server pushes to this device, also when no page is open. A message has no content:
 * what is new is read in the portal (docs/behaviour/mail.md#notifications-on-a-device).
 */
import type { PushMessage } from '#schemas/mail/push.ts';
import { isOfServer, needsNetwork } from './pages.ts';
import { renewPush } from './renewPush.ts';
import type { Clicked, OpenMessage, Pushed, PushTexts, Scope, Tab } from './scope.ts';

const titleId = 'push.shown.title';
const textIds: Readonly<Record<PushMessage['kind'], string>> = {
  message: 'push.shown.message',
  file: 'push.shown.file',
  task: 'push.shown.task',
  deadline: 'push.shown.deadline',
  news: 'push.shown.news',
};

/** Returns undefined for a message of a later version of the server. */
function parseMessage(text: string | undefined): PushMessage | undefined {
  try {
    const message = JSON.parse(text ?? '') as Partial<PushMessage> | null;
    const isKnown =
      message?.kind !== undefined &&
      message.kind in textIds &&
      (message.language === 'de' || message.language === 'en') &&
      typeof message.path === 'string' &&
      typeof message.tag === 'string';
    return isKnown ? (message as PushMessage) : undefined;
  } catch {
    return undefined;
  }
}

const getLanguage = ({ navigator: { language } }: Scope): PushMessage['language'] =>
  language.toLowerCase().startsWith('de') ? 'de' : 'en';

/** Shows a notification for every message: browsers end subscriptions that show nothing. */
function showMessage(self: Scope, texts: PushTexts, data: Pushed['data']): Promise<void> {
  const message = parseMessage(data?.text());
  const { kind, language, path, tag } = message ?? {
    kind: 'news' as const,
    language: getLanguage(self),
    path: '/',
    tag: 'news',
  };
  return self.registration.showNotification(texts[language][titleId] ?? '', {
    body: texts[language][textIds[kind]] ?? '',
    lang: language,
    icon: '/icons/icon-192.png',
    tag,
    renotify: true,
    data: { path },
  });
}

/** Returns the path of a page of this portal; the start page for any other address. */
function getPath({ origin }: Location, data: unknown): string {
  const { path = '/' } = (data ?? {}) as { path?: string };
  const address = new URL(path, origin);
  return address.origin === origin ? address.pathname + address.search : '/';
}

function isPortalTab({ url }: Tab, { origin }: Location): boolean {
  const address = new URL(url);
  return (
    address.origin === origin &&
    !isOfServer.test(address.pathname) &&
    !needsNetwork.test(address.pathname)
  );
}

/** Shows a page in an open tab of the portal, which routes by itself, or in a new one. */
async function openPage(self: Scope, { notification }: Clicked): Promise<void> {
  notification.close();
  const path = getPath(self.location, notification.data);
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tabs = open.filter((tab) => isPortalTab(tab, self.location));
  const address = self.location.origin + path;
  const tab =
    tabs.find(({ url }) => url === address) ?? tabs.find(({ focused }) => focused) ?? tabs[0];
  if (!tab) return void (await self.clients.openWindow(address));
  if (tab.url !== address) tab.postMessage({ open: path } satisfies OpenMessage);
  await tab.focus();
}

/** Registers the listeners of the service worker that concern notifications. */
export function listenForPushes(self: Scope, texts: PushTexts): void {
  self.addEventListener('push', (event) => event.waitUntil(showMessage(self, texts, event.data)));
  self.addEventListener('notificationclick', (event) => event.waitUntil(openPage(self, event)));
  // Without a session or a network the next visit of the settings shows that it is off.
  self.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(renewPush(self.registration.pushManager).catch(() => undefined)),
  );
}
