// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { api } from '#src/api/client/api.ts';
import { messages } from '#src/engine/testing/messages.ts';
import { CaseGroups } from '#src/features/cases/list/CaseGroups.tsx';
import { FavoriteList } from './FavoriteList.tsx';
import { FileBrowser } from './FileBrowser.tsx';

vi.mock('#src/api/client/config.ts', () => ({
  readPublicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
}));
let answers: (query: URLSearchParams) => object | undefined;
beforeEach(() => {
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const answer = answers(new URL(url).searchParams);
    return answer
      ? Response.json(answer)
      : Response.json(
          { reason: 'tooManyRequests', reasonMessage: 'Bitte warten Sie einen Moment.' },
          { status: 429 },
        );
  });
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const accident: CaseSummary = {
  idHash: 'c',
  creatorIdHash: '',
  creatorFirstName: '',
  creatorLastName: '',
  creationDate: '2026-10-01T08:00:00Z',
  accountId: 'a',
  accountName: 'Kanzlei',
  header: 'Unfall',
  aktenzeichen: '',
  aktenkurzbezeichnung: '',
  lastMessage: '',
  lastMessageBy: 'Selin Aydın',
  isLastMessageOwn: false,
  lastMessageDate: null,
  folderCount: 0,
  folders: [],
  rootInfo: { id: 'c', name: '', totalUnreadMessage: 0, lastMessageDate: null },
  totalUnreadMessage: 0,
  totalUnreadMessageInFolder: 0,
  mainColor: '#14505c',
  secondaryColor: '#c08a3e',
  categories: [],
  permissionToReply: true,
  serviceAkte: false,
  isEsyAkte: false,
  closedDate: null,
  endedDate: null,
  assignees: [],
};
const cases = (header: string) => ({
  akten: [{ accountId: 'a', akten: [{ ...accident, idHash: header, header }] }],
});
const favorites = (header: string) => ({
  totalCount: 2,
  messages: [
    {
      id: header,
      messageKey: null,
      header,
      message: '',
      creatorName: 'Kanzlei',
      creatorIdHash: '',
      creationDate: '2026-11-20T08:00:00Z',
      isOwnMessage: false,
      labels: [],
      attachments: [],
      isFavorite: true,
      read: true,
      belegdatum: null,
      folderId: null,
    },
  ],
});
const files = (name: string) => ({
  totalFiles: 2,
  photoCount: 0,
  documentCount: 2,
  files: [
    {
      fileId: name,
      fileName: `${name}.docx`,
      fileExtension: 'docx',
      size: 1,
      creationDate: '2026-11-20T08:00:00Z',
      creatorName: 'Kanzlei',
      messageId: 'm',
      folderId: null,
    },
  ],
});

it.each([
  ['cases', 'Weitere Akten laden', cases, () => <CaseGroups />],
  [
    'favourites',
    'Weitere gemerkte Nachrichten laden',
    favorites,
    () => <FavoriteList shown={accident} sideAfter={undefined} />,
  ],
  ['files', 'Weitere Dateien laden', files, () => <FileBrowser place={{ acc: 'a', akte: 'c' }} />],
])(
  'When older %s fail to load, the list shows the error, keeps its items and retries',
  async (_, more, page, Shown) => {
    let isRefused = true;
    answers = (query) =>
      !query.has('Cursor')
        ? { ...page('Neu'), cursor: 'next' }
        : isRefused
          ? undefined
          : page('Alt');
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults().concat(api.middleware),
    });
    render(
      <Provider store={store}>
        <IntlProvider locale="de" messages={messages.de}>
          <MemoryRouter>
            <Shown />
          </MemoryRouter>
        </IntlProvider>
      </Provider>,
    );
    (await screen.findByRole('button', { name: more })).click();
    expect((await screen.findByRole('alert')).textContent).toContain('Bitte warten Sie');
    expect(screen.getByText(/^Neu/)).toBeDefined();
    isRefused = false;
    screen.getByRole('button', { name: more }).click();
    expect(await screen.findByText(/^Alt/)).toBeDefined();
    expect([screen.getByText(/^Neu/), screen.queryByRole('alert')]).toEqual([
      expect.anything(),
      null,
    ]);
  },
);

it.each([
  ['cases', () => <CaseGroups />],
  ['favourites', () => <FavoriteList shown={accident} atMost={3} sideAfter={undefined} />],
  ['files', () => <FileBrowser place={{ acc: 'a', akte: 'c' }} />],
])('A list of %s that failed to load shows the error and a retry button', async (_, Shown) => {
  answers = () => undefined;
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  render(
    <Provider store={store}>
      <IntlProvider locale="de" messages={messages.de}>
        <MemoryRouter>
          <Shown />
        </MemoryRouter>
      </IntlProvider>
    </Provider>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Bitte warten Sie');
  expect(screen.getByRole('button', { name: 'Noch einmal versuchen' })).toBeDefined();
});
