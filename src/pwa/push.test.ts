import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PushMessage } from '#schemas/mail/push.ts';
import { listenForPushes } from './push.ts';
import type { Scope, Tab } from './scope.ts';

const origin = 'https://portal.example';
const shown = (language: string) =>
  Object.fromEntries(
    ['title', 'message', 'file', 'task', 'deadline', 'news'].map((name) => [
      `push.shown.${name}`,
      `${name} ${language}`,
    ]),
  );
const texts = { de: shown('de'), en: shown('en') };
const path = '/akten/c1/accounts/a1';
const message: PushMessage = { kind: 'task', language: 'en', path, tag: 't1' };

type Waited = { waitUntil: (work: Promise<unknown>) => void };
let listeners: Map<string, (event: never) => void>;
let showNotification: ReturnType<typeof vi.fn<Scope['registration']['showNotification']>>;
let openWindow: ReturnType<typeof vi.fn<Scope['clients']['openWindow']>>;
let tabs: Tab[];

beforeEach(() => {
  listeners = new Map();
  showNotification = vi.fn(async () => undefined);
  openWindow = vi.fn(async () => undefined);
  tabs = [];
  const scope = {
    location: { origin },
    navigator: { language: 'de-AT' },
    addEventListener: (type: string, listener: (event: never) => void) =>
      void listeners.set(type, listener),
    registration: { showNotification },
    clients: { matchAll: async () => tabs, openWindow },
  };
  listenForPushes(scope as unknown as Scope, texts);
});

async function dispatch(type: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  const waited: Waited = { waitUntil: (each) => void work.push(each) };
  listeners.get(type)?.({ ...event, ...waited } as never);
  expect(work).toHaveLength(1);
  await Promise.all(work);
}

const push = (text: string | null) =>
  dispatch('push', { data: text === null ? null : { text: () => text } });

const makeTab = (address: string, focused = false) => ({
  url: address.startsWith('/') ? origin + address : address,
  focused,
  postMessage: vi.fn(),
  focus: vi.fn(async () => undefined),
});

async function click(data: unknown, open: Tab[] = []): Promise<void> {
  tabs = open;
  const close = vi.fn();
  await dispatch('notificationclick', { notification: { close, data } });
  expect(close).toHaveBeenCalled();
}

describe('push', () => {
  it('A message is shown in its language, with a text of its kind and no other content', async () => {
    await push(JSON.stringify({ ...message, name: 'Das Gutachten' }).padEnd(512));
    expect(showNotification).toHaveBeenCalledWith('title en', {
      body: 'task en',
      lang: 'en',
      icon: '/icons/icon-192.png',
      tag: 't1',
      renotify: true,
      data: { path },
    });
  });

  it.each([
    ['no data', null],
    ['no JSON', 'x'],
    ['null', 'null'],
    ['an unknown kind', JSON.stringify({ ...message, kind: 'invoice' })],
    ['an unknown language', JSON.stringify({ ...message, language: 'fr' })],
    ['no page', JSON.stringify({ ...message, path: 7 })],
  ])(
    'A message with %s shows that there is something new, in the browser’s language',
    async (_, text) => {
      await push(text);
      expect(showNotification).toHaveBeenCalledWith(
        'title de',
        expect.objectContaining({ body: 'news de', lang: 'de', data: { path: '/' } }),
      );
    },
  );
});

describe('click on a notification', () => {
  it('A click opens the page in a new tab when no tab of the portal is open', async () => {
    const foreign = makeTab('/externalform/f1', true);
    await click({ path }, [foreign, makeTab('/api/docs')]);
    expect(openWindow).toHaveBeenCalledWith(origin + path);
    expect(foreign.postMessage).not.toHaveBeenCalled();
  });

  it.each([
    '/form-copy?key=k',
    '/stop-notifications?key=k',
    '/set-up/token',
    '/legal/privacyPolicy/a1/text?language=de',
  ])('A tab with the page %s, which has no scripts, is not reused', async (address) => {
    await click({ path }, [makeTab(address, true)]);
    expect(openWindow).toHaveBeenCalledWith(origin + path);
  });

  it('A tab with a legal text in the portal is reused', async () => {
    const tab = makeTab('/legal/privacyPolicy/a1', true);
    await click({ path }, [tab]);
    expect(tab.postMessage).toHaveBeenCalledWith({ open: path });
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('A tab that shows the page is focused and not routed', async () => {
    const [focused, showing] = [makeTab('/dashboard', true), makeTab(path)];
    await click({ path }, [focused, showing]);
    expect(showing.focus).toHaveBeenCalled();
    expect(showing.postMessage).not.toHaveBeenCalled();
    expect(focused.focus).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('Another tab of the portal is routed to the page and focused', async () => {
    const [first, used] = [makeTab('/akten'), makeTab('/settings/account', true)];
    await click({ path: `${path}?tab=tasks` }, [first, used]);
    expect(used.postMessage).toHaveBeenCalledWith({ open: `${path}?tab=tasks` });
    expect(used.focus).toHaveBeenCalled();
    expect(first.postMessage).not.toHaveBeenCalled();
  });

  it.each(['https://other.example/', '//other.example/', 'javascript:alert(1)', undefined])(
    'The address %s opens the start page instead',
    async (address) => {
      await click({ path: address });
      expect(openWindow).toHaveBeenCalledWith(`${origin}/`);
    },
  );
});
