import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import type { PortalEvent } from '#schemas/events/events.ts';
import type { Message } from '#schemas/cases/messages.ts';
import type { MessageHit } from '#schemas/cases/search.ts';
import { accountsApi } from '#src/api/accounts/accounts.ts';
import { api } from '#src/api/client/api.ts';
import { casesApi } from './cases.ts';
import { isReadHere, messagesApi } from './messages.ts';
import { searchApi } from './search.ts';

vi.mock('#src/api/client/config.ts', () => ({
  readPublicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
}));
let asked: string[];
let answer: (path: string) => unknown;
beforeEach(() => {
  asked = [];
  vi.stubGlobal('location', { origin: 'http://portal.example' });
  vi.stubGlobal('fetch', async ({ method, url }: Request) => {
    const { pathname, searchParams } = new URL(url);
    asked.push(`${method} ${pathname.replace('/api/v2.0', '')}${searchParams.get('Cursor') ?? ''}`);
    return Response.json(await answer(pathname));
  });
});
afterEach(() => vi.unstubAllGlobals());

const buildCase = (idHash: string, totalUnreadMessage: number) =>
  ({ idHash, accountId: 'a', totalUnreadMessage, totalUnreadMessageInFolder: 0 }) as CaseSummary;
const message = { id: 'm', read: false, attachments: [] as Message['attachments'] } as Message;
const hit = (messageId: string, read: boolean) => ({ messageId, read }) as MessageHit;
const place = { acc: 'a', akte: 'c' };
const view = { ...place, visit: 0 };
const lists = (...akten: CaseSummary[]) => ({ akten: [{ accountId: 'a', akten }] });

/** Loads all that a page of the case shows. */
async function show(unread: number, hits: MessageHit[]) {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  const { dispatch } = store;
  const page = { messages: [message], older: undefined, newer: undefined, firstUnread: null };
  await dispatch(
    casesApi.util.upsertQueryData('listCases', '', {
      pages: [lists(buildCase('b', 4)), lists(buildCase('c', unread))],
      pageParams: ['', 'next'],
    }),
  );
  await dispatch(
    casesApi.util.upsertQueryData('listUnreadCases', { atMost: 5 }, lists(buildCase('c', unread))),
  );
  await dispatch(
    casesApi.util.upsertQueryData('getCase', { params: place }, buildCase('c', unread)),
  );
  await dispatch(
    searchApi.util.upsertQueryData(
      'searchMessages',
      { search: 'gut' },
      { pages: [{ hits }], pageParams: [''] },
    ),
  );
  await dispatch(accountsApi.util.upsertQueryData('listAccounts', undefined, { accounts: [] }));
  await dispatch(
    messagesApi.util.upsertQueryData('timeline', view, { pages: [page], pageParams: [{}] }),
  );
  void dispatch(casesApi.endpoints.listCases.initiate(''));
  void dispatch(casesApi.endpoints.listUnreadCases.initiate({ atMost: 5 }));
  void dispatch(casesApi.endpoints.getCase.initiate({ params: place }));
  void dispatch(searchApi.endpoints.searchMessages.initiate({ search: 'gut' }));
  void dispatch(accountsApi.endpoints.listAccounts.initiate());
  void dispatch(messagesApi.endpoints.timeline.initiate(view));
  return store;
}

/** Answers a read call with a message and its case, and every other call with an empty list. */
const readsAway = (left: number) => (path: string) => {
  if (path.endsWith('/read'))
    return { message: { ...message, read: true }, akte: buildCase('c', left) };
  if (path.endsWith('/accounts')) return { accounts: [] };
  return path.endsWith('/search') ? { hits: [] } : lists();
};
/** Resolves once the accounts are refetched and no call is left. */
async function settled({ dispatch }: Awaited<ReturnType<typeof show>>): Promise<void> {
  await expect.poll(() => asked).toContain('GET /accounts');
  const running = () => dispatch(api.util.getRunningQueriesThunk());
  while (running().length > 0) await Promise.all(running());
}
const reading = 'POST /e.consult.a/akten/c/messages/m/read';

it('Reading a message refetches only the accounts: the response contains the case', async () => {
  answer = readsAway(2);
  const store = await show(3, [hit('other', false), hit('m', true)]);
  await store.dispatch(messagesApi.endpoints.readMessage.initiate({ place, id: 'm' }));
  await settled(store);
  expect(asked).toEqual([reading, 'GET /accounts']);
  const state = store.getState();
  const listUnread = (pages: ReturnType<typeof lists>[] | undefined) =>
    pages?.flatMap(({ akten }) =>
      akten.flatMap((group) => group.akten.map((each) => each.totalUnreadMessage)),
    );
  expect(listUnread(casesApi.endpoints.listCases.select('')(state).data?.pages)).toEqual([4, 2]);
  expect(
    listUnread([casesApi.endpoints.listUnreadCases.select({ atMost: 5 })(state).data ?? lists()]),
  ).toEqual([2]);
  expect(casesApi.endpoints.getCase.select({ params: place })(state).data?.totalUnreadMessage).toBe(
    2,
  );
  expect(messagesApi.endpoints.timeline.select(view)(state).data?.pages[0]?.messages[0]?.read).toBe(
    true,
  );
});

it('Reading the last unread message also refetches search hits and unread cases', async () => {
  answer = readsAway(0);
  const store = await show(1, [hit('m', false)]);
  await store.dispatch(messagesApi.endpoints.readMessage.initiate({ place, id: 'm' }));
  await settled(store);
  expect(asked.toSorted()).toEqual(
    ['GET /accounts', 'GET /akten', 'GET /akten/search', reading].toSorted(),
  );
});

it('An event about the tab’s own read call is recognised before the response arrives', async () => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  answer = async (path) => {
    await arrived;
    return readsAway(2)(path);
  };
  const event = (messageId: string) =>
    ({ type: 'messageRead', akteIdHash: 'c', messageId }) as PortalEvent;
  const store = await show(3, []);
  expect(isReadHere(store.getState(), event('m'))).toBe(false);
  const read = store.dispatch(messagesApi.endpoints.readMessage.initiate({ place, id: 'm' }));
  expect(['m', 'other'].map((id) => isReadHere(store.getState(), event(id)))).toEqual([
    true,
    false,
  ]);
  arrive();
  await read;
  expect(isReadHere(store.getState(), event('m'))).toBe(true);
});
