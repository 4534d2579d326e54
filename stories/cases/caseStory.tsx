import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import { listCaseFiles, type CaseFiles, type ListedFile } from '#schemas/cases/caseFiles.ts';
import { getCase, listCases, type CaseSummary } from '#schemas/cases/cases.ts';
import {
  getTimeline,
  listFavorites,
  type CaseFile,
  type Message,
  type Timeline,
} from '#schemas/cases/messages.ts';
import { makeFolder, makeAccount, makeMessage, makeCaseFile } from '#schemas/testing/make.ts';
import { createStore } from '#src/app/store.ts';
import { CasesPage } from '#src/features/cases/list/CasesPage.tsx';
import { PortalShell } from '#src/features/portal/shell/PortalShell.tsx';
import { LanguageChoice } from '#src/locale/LanguageChoice.tsx';
import { matchRoute } from '#src/routing/routes.ts';
import { clearToasts } from '#src/ui/toast.ts';
import { accident } from '../support/accidentCase.ts';
import { logIn } from '../support/logIn.ts';
import { responds, respondsBy, mockApi } from '../support/mockApi.ts';

/** Renders the screen of the current address. */
export function Screen() {
  const route = matchRoute(useLocation());
  return (
    <PortalShell languageChoice={<LanguageChoice />} here={route.name}>
      <CasesPage route={route} hasBrand={false} />
    </PortalShell>
  );
}

function Portal({ children }: { children: ReactNode }) {
  const [store] = useState(createStore);
  return <Provider store={store}>{children}</Provider>;
}

export const caseMeta = {
  parameters: { isPage: true, layout: 'fullscreen' },
  decorators: [
    (Story) => (
      <Portal>
        <Story />
      </Portal>
    ),
  ],
  beforeEach: () => logIn(),
} satisfies Meta;
export type Story = StoryObj;

export const dismissal: CaseSummary = {
  ...accident,
  idHash: 'c2',
  accountId: 'a2',
  accountName: 'Aydın & Kollegen Partnerschaftsgesellschaft mbB',
  header: 'Kündigungsschutz Wieland ./. Metallbau Ostsee',
  lastMessageDate: '2026-11-19T10:00:00Z',
  mainColor: '#7d1f3f',
  totalUnreadMessage: 0,
  totalUnreadMessageInFolder: 1,
  folderCount: 1,
  folders: [makeFolder({ id: 'g1', name: 'Gericht', totalUnreadMessage: 1 })],
};

export const file = (fileId: string, fileName: string): CaseFile =>
  makeCaseFile({ fileId, fileName, fileExtension: fileName.slice(-3) });
export const report = makeMessage({
  header: 'Gutachten liegt vor',
  message:
    'Die Reparatur kostet laut Gutachten 6.482,17 Euro netto.\n\nWir fordern den Betrag bei der ' +
    'Versicherung an.',
  labels: ['Wichtig'],
  attachments: [
    'Gutachten_0417.pdf',
    'heck-links.jpg',
    'heck-rechts.jpg',
    'Rechnung der Werkstatt vom November.pdf',
    'Skizze.png',
  ].map((name, index) => file(`d${index}`, name)),
  isFavorite: true,
  belegdatum: '2026-11-10',
});
export const question = makeMessage({
  id: 'm2',
  creatorName: 'Jonas Wieland',
  creationDate: '2026-11-12T17:40:00Z',
  isOwnMessage: true,
});
export const sealed = makeMessage({
  id: 'm3',
  header: 'Antwort der Versicherung',
  message: 'Die Alster Assekuranz hat die Haftung dem Grunde nach anerkannt.',
  creationDate: '2026-11-20T07:52:00Z',
  read: false,
});
export const buildTimeline = (...timeline: Message[]): Timeline => ({
  messages: { timeline, totalCount: timeline.length },
  folders: [],
  files: timeline.flatMap(({ attachments }) => attachments),
  totalFiles: timeline.flatMap(({ attachments }) => attachments).length,
  firstUnread: timeline.includes(sealed)
    ? { id: sealed.id, creationDate: sealed.creationDate }
    : null,
});

export const listed = (files: readonly CaseFile[]): ListedFile[] =>
  files.map((each) => ({ ...each, folderId: null, creatorName: 'Dr. Miriam Behrens' }));
/** Lists files as the server does: by kind, by name, 50 at a time. */
export const buildFiles = (all: readonly ListedFile[]) =>
  respondsBy(listCaseFiles, (query): CaseFiles => {
    const isPhoto = ({ fileExtension }: ListedFile) => ['jpg', 'png'].includes(fileExtension);
    const fitting = all.filter(({ fileName }) =>
      fileName.toLowerCase().includes((query.get('Search') ?? '').toLowerCase()),
    );
    const photos = fitting.filter(isPhoto);
    const documents = fitting.filter((each) => !isPhoto(each));
    const files = { photos, documents }[query.get('Kind') as 'photos' | 'documents'] ?? fitting;
    const at = Number(query.get('Cursor'));
    return {
      files: files.slice(at, at + 50),
      ...(files.length > at + 50 ? { cursor: String(at + 50) } : {}),
      totalFiles: all.length,
      photoCount: photos.length,
      documentCount: documents.length,
    };
  });
export const list = responds(listCases, {
  akten: [
    { accountId: 'a1', akten: [accident] },
    { accountId: 'a2', akten: [dismissal] },
  ],
});
export const open = responds(getCase, accident);
export const messages = responds(getTimeline, buildTimeline(sealed, question, report));
export const files = buildFiles(listed(report.attachments));
export const favorites = responds(listFavorites, { messages: [report], totalCount: 1 });
export const practice = makeAccount({
  address: { street: 'Am Markt 1', postalCode: '20095', city: 'Hamburg' },
  phone: '040 66969 200',
  totalUnreadMessage: 3,
  assistants: [
    'Schaden nachmelden',
    'Termin anfragen',
    'Vollmacht erteilen',
    'Zeugen nennen',
    'Bankverbindung ändern',
    'Mietwagen melden',
  ].map((name, index) => ({
    id: `s${index}`,
    name,
    description: '',
    url: `https://forms.example/${index}`,
    headerLogoUrl: null,
    isMainService: false,
  })),
});
export const accounts = responds(listAccounts, { accounts: [practice] });

export function cases(address: string, ...planned: Parameters<typeof mockApi>): Story {
  return {
    render: () => (
      <MemoryRouter initialEntries={[address]}>
        <Screen />
      </MemoryRouter>
    ),
    beforeEach: () => {
      clearToasts();
      return mockApi(...planned, accounts, files);
    },
  };
}
export const address = '/akten/c1/accounts/a1';
export const inCase = (...planned: Parameters<typeof mockApi>): Story =>
  cases(address, list, ...planned);
/** Waits for the content, because its contrast is checked. */
export const until = (story: Story, text: string | RegExp): Story => ({
  ...story,
  play: async ({ canvas }) => {
    await canvas.findAllByText(text);
  },
});
export const at = (search: string, ...more: Parameters<typeof mockApi>): Story =>
  cases(`${address}${search}`, list, open, messages, ...(more.length > 0 ? more : [favorites]));
