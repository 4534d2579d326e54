// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MessageHit } from '#schemas/search.ts';
import { api } from '#src/api/api.ts';
import de from '../../../locales/de.json' with { type: 'json' };
import { MessageHits } from './MessageHits.tsx';

vi.mock('#src/api/config.ts', () => ({
  publicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
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
      <IntlProvider locale="de" messages={de}>
        <MemoryRouter>
          <MessageHits search={search} addressOf={() => '/'} />
        </MemoryRouter>
      </IntlProvider>
    </Provider>
  );
  const { rerender } = render(page('gut'));
  return (search: string) => rerender(page(search));
}

it('says that a search was refused, and shows nothing of the one before it', async () => {
  answers = (query) => (query.get('Search') === 'gut' ? found('Gutachten') : refused());
  const searchFor = show();
  await screen.findByText('Gutachten');
  searchFor('vollmacht');
  expect(screen.queryByText('Gutachten')).toBeNull();
  expect((await screen.findByRole('alert')).textContent).toContain('Bitte warten Sie');
});

it('says of no search that it found nothing before its answer is there', async () => {
  answers = (query) =>
    query.get('Search') === 'gut'
      ? Response.json({ hits: [] })
      : new Promise<Response>(() => undefined);
  const searchFor = show();
  await screen.findByText(/„gut“/);
  searchFor('brandt');
  expect(screen.queryByText(/„brandt“/)).toBeNull();
});

it('says how many letters it takes where too few were given', async () => {
  answers = () => Response.json({ hits: [] });
  const searchFor = show();
  await screen.findByText(/ab 4 Buchstaben/);
  searchFor('gut acht');
  await screen.findByText(/„gut acht“/);
  expect(screen.queryByText(/ab 4 Buchstaben/)).toBeNull();
});

it('says why more hits did not come, and keeps those that are there', async () => {
  answers = (query) => (query.has('Cursor') ? refused() : found('Gutachten', 'next'));
  show();
  (await screen.findByRole('button', { name: 'Weitere Treffer laden' })).click();
  expect((await screen.findByRole('alert')).textContent).toContain('Bitte warten Sie');
  expect(screen.getByText('Gutachten')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Weitere Treffer laden' })).toBeDefined();
});
