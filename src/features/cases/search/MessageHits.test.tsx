// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MessageHit } from '#schemas/cases/search.ts';
import { api } from '#src/api/client/api.ts';
import { messages } from '#src/engine/testing/messages.ts';
import { MessageHits } from './MessageHits.tsx';

vi.mock('#src/api/client/config.ts', () => ({
  readPublicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
}));
let answers: (query: URLSearchParams) => Response | Promise<Response>;
beforeEach(() =>
  vi.stubGlobal('fetch', async ({ url }: Request) => answers(new URL(url).searchParams)),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const hit = (text: string): MessageHit => ({
  messageId: text,
  accountId: 'a',
  accountName: 'Kanzlei',
  akteIdHash: 'c',
  caseHeader: 'Akte',
  folderId: null,
  folderName: null,
  creatorName: 'Kanzlei',
  creationDate: '2026-11-20T08:00:00Z',
  isOwnMessage: false,
  read: true,
  header: [{ text, isHit: false }],
  excerpt: [],
  files: [],
});
const found = (text: string, cursor?: string) =>
  Response.json({ hits: [hit(text)], ...(cursor ? { cursor } : {}) });
const refused = () =>
  Response.json(
    { reason: 'tooManyRequests', reasonMessage: 'Bitte warten Sie einen Moment.' },
    { status: 429 },
  );

function show() {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  const page = (search: string) => (
    <Provider store={store}>
      <IntlProvider locale="de" messages={messages.de}>
        <MemoryRouter>
          <MessageHits search={search} getAddress={() => '/'} />
        </MemoryRouter>
      </IntlProvider>
    </Provider>
  );
  const { rerender } = render(page('gut'));
  return (search: string) => rerender(page(search));
}

it('A rejected search shows its error and no hits of the previous search', async () => {
  answers = (query) => (query.get('Search') === 'gut' ? found('Gutachten') : refused());
  const searchFor = show();
  await screen.findByText('Gutachten');
  searchFor('vollmacht');
  expect((await screen.findByRole('alert')).textContent).toContain('Bitte warten Sie');
  expect(screen.queryByText('Gutachten')).toBeNull();
});

it('A search shows "nothing found" only after its response', async () => {
  answers = (query) =>
    query.get('Search') === 'gut'
      ? Response.json({ hits: [] })
      : new Promise<Response>(() => undefined);
  const searchFor = show();
  await screen.findByText(/„gut“/);
  searchFor('brandt');
  expect(screen.queryByText(/„brandt“/)).toBeNull();
});

it('A search with too few letters shows how many it needs', async () => {
  answers = () => Response.json({ hits: [] });
  const searchFor = show();
  await screen.findByText(/ab 4 Buchstaben/);
  searchFor('gut acht');
  await screen.findByText(/„gut acht“/);
  expect(screen.queryByText(/ab 4 Buchstaben/)).toBeNull();
});

it('When more hits fail to load, the list shows the error and keeps its hits', async () => {
  answers = (query) => (query.has('Cursor') ? refused() : found('Gutachten', 'next'));
  show();
  (await screen.findByRole('button', { name: 'Weitere Treffer laden' })).click();
  expect((await screen.findByRole('alert')).textContent).toContain('Bitte warten Sie');
  expect(screen.getByText('Gutachten')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Weitere Treffer laden' })).toBeDefined();
});
