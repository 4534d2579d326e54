import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, fn, waitFor, within } from 'storybook/test';
import { listAccounts, type Account } from '#schemas/accounts.ts';
import { downloadCase } from '#schemas/caseArchives.ts';
import { listCaseFiles, type CaseFiles, type ListedFile } from '#schemas/caseFiles.ts';
import { getCaseHistory } from '#schemas/caseHistories.ts';
import { getCase, listCases, type CaseSummary, type Folder } from '#schemas/cases.ts';
import {
  getFolderTimeline,
  getTimeline,
  listFavorites,
  unmarkFavorite,
  type CaseFile,
  type Message,
  type Timeline,
} from '#schemas/messages.ts';
import { searchMessages, searchMessagesOfCase, type MessageHit } from '#schemas/search.ts';
import { listTasks } from '#schemas/tasks.ts';
import { CasesScreen } from '#src/app/CasesScreen.tsx';
import { createStore } from '#src/app/store.ts';
import { CasesPage } from '#src/features/cases/CasesPage.tsx';
import { LanguageChoice } from '#src/features/locale/LanguageChoice.tsx';
import { PortalShell } from '#src/features/shell/PortalShell.tsx';
import { forgetWritten, queueMessage } from '#src/lib/outbox.ts';
import { placeOf } from '#src/lib/routes.ts';
import { removeStored } from '#src/lib/storage.ts';
import { accident, folder } from './accidentCase.ts';
import { asJonas } from './asJonas.ts';
import { answers, answersBy, isOffNet, mockApi, refuses, staysSilent } from './mockApi.ts';
import { onPhone } from './themes.ts';

const showToast = fn();

/** The screen of whatever address the story has come to. */
function Screen() {
  const place = placeOf(useLocation());
  return (
    <PortalShell languageChoice={<LanguageChoice />} here={place.name}>
      <CasesScreen place={place} hasBrand={false} showToast={showToast} />
    </PortalShell>
  );
}

function Portal({ children }: { children: ReactNode }) {
  const [store] = useState(createStore);
  return <Provider store={store}>{children}</Provider>;
}

/** The list of cases, and the messages of the one that is open. */
const meta = {
  title: 'Screens/Cases',
  parameters: { isPage: true, layout: 'fullscreen' },
  decorators: [
    (Story) => (
      <Portal>
        <Story />
      </Portal>
    ),
  ],
  beforeEach: () => asJonas(),
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const dismissal: CaseSummary = {
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
  folders: [folder('g1', 'Gericht', [], 1)],
};

const file = (fileId: string, fileName: string): CaseFile => ({
  fileId,
  fileName,
  fileExtension: fileName.slice(-3),
  size: 4_200_000,
  hasThumbnail: false,
  messageId: 'm1',
  creationDate: '2026-11-12T08:14:00Z',
});
const report: Message = {
  id: 'm1',
  messageKey: null,
  header: 'Gutachten liegt vor',
  message:
    'Die Reparatur kostet laut Gutachten 6.482,17 Euro netto.\n\nWir fordern den Betrag bei der Versicherung an.',
  creatorName: 'Dr. Miriam Behrens',
  creatorIdHash: 'a1',
  creationDate: '2026-11-12T08:14:00Z',
  isOwnMessage: false,
  labels: ['Wichtig'],
  attachments: [
    'Gutachten_0417.pdf',
    'heck-links.jpg',
    'heck-rechts.jpg',
    'Rechnung der Werkstatt vom November.pdf',
    'Skizze.png',
  ].map((name, index) => file(`d${index}`, name)),
  isFavorite: true,
  read: true,
  belegdatum: '2026-11-10',
  folderId: null,
};
const question: Message = {
  ...report,
  id: 'm2',
  header: 'Mietwagen',
  message: 'Darf ich den Mietwagen behalten?',
  creatorName: 'Jonas Wieland',
  creationDate: '2026-11-12T17:40:00Z',
  isOwnMessage: true,
  labels: [],
  attachments: [],
  isFavorite: false,
  belegdatum: null,
};
const sealed: Message = {
  ...question,
  id: 'm3',
  header: 'Antwort der Versicherung',
  message: 'Die Alster Assekuranz hat die Haftung dem Grunde nach anerkannt.',
  creatorName: 'Dr. Miriam Behrens',
  creationDate: '2026-11-20T07:52:00Z',
  isOwnMessage: false,
  read: false,
};
const timelineOf = (...timeline: Message[]): Timeline => ({
  messages: { timeline, totalCount: timeline.length },
  folders: [],
  files: timeline.flatMap(({ attachments }) => attachments),
  totalFiles: timeline.flatMap(({ attachments }) => attachments).length,
  firstUnread: timeline.includes(sealed)
    ? { id: sealed.id, creationDate: sealed.creationDate }
    : null,
});

const listed = (files: readonly CaseFile[]): ListedFile[] =>
  files.map((each) => ({ ...each, folderId: null, creatorName: 'Dr. Miriam Behrens' }));
/** As the server lists them: photos and documents apart, searched by name, 50 at a time. */
const filesOf = (all: readonly ListedFile[]) =>
  answersBy(listCaseFiles, (query): CaseFiles => {
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
const list = answers(listCases, {
  akten: [
    { accountId: 'a1', akten: [accident] },
    { accountId: 'a2', akten: [dismissal] },
  ],
});
const open = answers(getCase, accident);
const messages = answers(getTimeline, timelineOf(sealed, question, report));
const files = filesOf(listed(report.attachments));
const favorites = answers(listFavorites, { messages: [report], totalCount: 1 });
const practice: Account = {
  id: 'a1',
  name: 'Behrens & Lindqvist',
  uniqueAccountKey: 'behrens',
  address: { street: 'Am Markt 1', postalCode: '20095', city: 'Hamburg' },
  phone: '040 66969 200',
  fax: '',
  website: '',
  mainColor: '#14505c',
  secondaryColor: '#c08a3e',
  primaryLogoUrl: null,
  secondaryLogoUrl: null,
  totalUnreadMessage: 3,
  categories: [],
  caseCount: 2,
  feedbackUrl: null,
  autoResponderSetting: { isActivated: false, message: '' },
  isActivated: true,
  isDashboardDisabled: false,
  esyThingAgb: null,
  esyThingDatenschutz: null,
  statementHashes: {},
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
};
const accounts = answers(listAccounts, { accounts: [practice] });

function cases(address: string, ...planned: Parameters<typeof mockApi>): Story {
  return {
    render: () => (
      <MemoryRouter initialEntries={[address]}>
        <Screen />
      </MemoryRouter>
    ),
    beforeEach: () => {
      showToast.mockClear();
      return mockApi(accounts, ...planned, files);
    },
  };
}
const address = '/akten/c1/accounts/a1';
const inCase = (...planned: Parameters<typeof mockApi>): Story => cases(address, list, ...planned);
/** Waits until it is all there: what is checked for contrast must be. */
const until = (story: Story, text: string | RegExp): Story => ({
  ...story,
  play: async ({ canvas }) => {
    await canvas.findAllByText(text);
  },
});
const at = (search: string, ...more: Parameters<typeof mockApi>): Story =>
  cases(`${address}${search}`, list, open, messages, ...(more.length > 0 ? more : [favorites]));

export const List: Story = {
  ...cases('/akten', list),
  play: async ({ canvas, userEvent }) => {
    const [first, second] = await canvas.findAllByRole('link', { name: /Wieland/ });
    first?.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect(second).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect(first).toHaveFocus();
    await expect(document.title).toBe('(3) neue Nachrichten – Behrens & Lindqvist');
  },
};
export const ListOffline: Story = {
  ...cases('/akten', list),
  play: async ({ canvas }) => {
    await canvas.findAllByText(/^Verkehrsunfall/);
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
    dispatchEvent(new Event('offline'));
    await expect(
      await canvas.findByText('Sie sind offline. Was Sie hier sehen, kann älter sein.'),
    ).toBeInTheDocument();
    Reflect.deleteProperty(navigator, 'onLine');
  },
};
export const ListEmpty = cases('/akten', answers(listCases, { akten: [] }));
export const ListFailed = cases(
  '/akten',
  refuses(listCases, 'unexpected', 'Etwas ist schiefgegangen.'),
);
export const ListLoading = cases('/akten', staysSilent(listCases));
/** A name without a break, a hundred folders within each other and more categories than there is room for. */
const nested = Array.from({ length: 100 }, (_, index) => index).reduceRight<Folder[]>(
  (inside, index) => [
    folder(
      `n${index}`,
      `Ebene ${index + 1} mit einem längeren Namen`,
      inside,
      index === 99 ? 1 : 0,
    ),
  ],
  [],
);
const extreme: CaseSummary = {
  ...accident,
  header: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(
    2,
  ),
  accountName: 'Rechtsanwaltspartnerschaftsgesellschaft'.repeat(2),
  aktenzeichen: 'A'.repeat(100),
  creatorLastName: 'Müller-Lüdenscheidt-'.repeat(4),
  folders: nested,
  folderCount: 100,
  categories: Array.from({ length: 12 }, (_, index) => `Kategorie ${index + 1} mit langem Namen`),
};
const fits = (): Promise<void> =>
  waitFor(async () => {
    for (const part of document.querySelectorAll('section, aside'))
      await expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth);
  });
const inExtreme = cases(
  '/akten/c1/accounts/a1?fid=n99',
  answers(listCases, { akten: [{ accountId: 'a1', akten: [extreme] }] }),
  answers(getCase, extreme),
  answers(getFolderTimeline, timelineOf(sealed)),
  favorites,
);
export const Extreme: Story = {
  ...inExtreme,
  parameters: { a11y: { test: 'off' } }, // a hundred folders take long to judge, and are like any three
  play: async ({ canvas, userEvent }) => {
    // by text: a search by role reads all hundred folders each time
    await expect((await canvas.findAllByLabelText('Pfad'))[0]?.querySelectorAll('li')).toHaveLength(
      5,
    );
    await userEvent.click(await canvas.findByText('+4'));
    await expect(await canvas.findByText('Kategorie 12 mit langem N…')).toBeInTheDocument();
    await fits();
  },
};
export const ExtremeOnPhone: Story = onPhone({
  ...inExtreme,
  play: async ({ canvas }) => {
    await canvas.findAllByLabelText('Pfad');
    await fits();
  },
});
export const Messages: Story = {
  ...inCase(open, messages),
  play: async ({ canvas, userEvent }) => {
    await expect(
      await canvas.findByRole('button', { name: 'Nachricht lesen' }),
    ).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('button', { name: 'Alle 5 Dateien zeigen' }));
    await expect(canvas.getByRole('link', { name: /Skizze/ })).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('button', { name: 'Weniger Dateien zeigen' }));
    await expect(canvas.queryByRole('link', { name: /Skizze/ })).toBeNull();
    await expect(canvas.getByRole('button', { name: 'Alle 5 Dateien zeigen' })).toHaveFocus();
  },
};
export const NoMessages = inCase(open, answers(getTimeline, timelineOf()));
/** Known from the list, as it is after a reload off the net; what was written while it was open is still there. */
export const ClosedOffTheNet: Story = {
  render: () => (
    <MemoryRouter initialEntries={[address]}>
      <Screen />
    </MemoryRouter>
  ),
  beforeEach: async () => {
    await queueMessage('u1', {
      key: 'q1',
      place: { acc: 'a1', akte: 'c1' },
      written: { Header: 'Noch eine Frage', TextContent: 'Wann?' },
      queuedAt: '2026-11-20T14:31:00Z',
      isWaiting: true,
    });
    const end = mockApi(
      accounts,
      answers(listCases, {
        akten: [
          {
            accountId: 'a1',
            akten: [{ ...accident, serviceAkte: true, permissionToReply: false }],
          },
        ],
      }),
      isOffNet(getCase),
    );
    return async () => {
      end();
      removeStored('closedCases');
      await forgetWritten('u1');
    };
  },
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: 'Noch einmal versuchen' });
    await expect(
      await canvas.findByRole('article', { name: 'Sie: Noch eine Frage' }),
    ).toBeInTheDocument();
    await expect(
      await canvas.findByText('Diese Akte ist ein Dienst: Sie lesen hier, was sich tut.'),
    ).toBeInTheDocument();
    await expect(canvas.queryByRole('button', { name: 'Nachricht schreiben' })).toBeNull();
  },
};
export const ServiceCase: Story = {
  ...inCase(
    answers(getCase, { ...accident, serviceAkte: true, permissionToReply: false }),
    messages,
  ),
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: 'Nachricht lesen' });
    await expect(canvas.queryByRole('button', { name: 'Nachricht schreiben' })).toBeNull();
  },
};
export const WritingAMessage: Story = {
  ...inCase(open, messages),
  play: async ({ canvas }) => {
    (await canvas.findByRole('button', { name: 'Nachricht schreiben' })).click(); // by itself: what a test's own click leads to may not wait for code
    await expect(
      await canvas.findByRole('textbox', { name: /Betreff/ }, { timeout: 12_000 }),
    ).toBeInTheDocument();
  },
};
/** product.md §4: what cannot be there leads to the list, with a warning. */
export const UnknownCase: Story = {
  ...inCase(refuses(getCase, 'notFound', 'Das haben wir nicht gefunden.')),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Wählen Sie links eine Akte aus.')).toBeInTheDocument();
    await expect(showToast.mock.calls).toEqual([
      [
        {
          level: 'warning',
          text: 'Diese Akte gibt es nicht, oder sie wird nicht mehr mit Ihnen geteilt.',
        },
      ],
    ]);
  },
};
export const UnknownFolder: Story = {
  ...at('?fid=nobody-has-this'),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { level: 1, name: accident.header }),
    ).toBeInTheDocument();
    await expect(showToast.mock.calls).toEqual([
      [
        {
          level: 'warning',
          text: 'Diesen Ordner gibt es nicht, oder er wird nicht mehr mit Ihnen geteilt.',
        },
      ],
    ]);
  },
};
export const CaseFailed = inCase(isOffNet(getCase));

export const Overview: Story = {
  ...at('?tab=overview'),
  play: async ({ canvas, userEvent }) => {
    const all = await canvas.findByRole('button', { name: 'Alle 5 ansehen' });
    await expect(all).toHaveTextContent(/^MB\s*EL\s*TK\s*2\+/);
    await userEvent.click(all);
    await expect(canvas.getByText('Petersen, Jan')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
  },
};
const inPhases = answers(getCaseHistory, {
  stateGroups: [
    {
      name: 'Fall gemeldet',
      states: [
        {
          statusText: 'Ihre Unfallmeldung ist eingegangen.',
          isInProgress: false,
          date: '2026-10-15',
        },
        { statusText: 'Vollmacht erhalten.', isInProgress: false, date: '2026-10-16' },
      ],
    },
    {
      name: 'Fall in Bearbeitung',
      states: [
        {
          statusText: 'Die Versicherung hat geantwortet. Wir prüfen das Angebot.',
          isInProgress: true,
          date: null,
        },
      ],
    },
    { name: 'Fall Abgeschlossen', states: [] },
  ],
});
const twoTasks = answers(listTasks, {
  workflows: ['2099-11-24T17:00:00Z', null].map((validUntil, index) => ({
    workflowId: `t${index}`,
    assistantName: 'Fragen zum Unfallhergang',
    hasAnswer: false,
    isClosed: false,
    validUntil,
    answerCreationDate: null,
    closedDate: null,
    creationDate: '2026-11-01T09:00:00Z',
    asks: null,
  })),
});
const esyCase = answers(getCase, { ...accident, isEsyAkte: true });
export const OverviewOfEsyCase: Story = {
  ...cases(`${address}?tab=overview`, list, esyCase, messages, favorites, inPhases, twoTasks),
  play: async ({ canvas, userEvent }) => {
    await expect(
      await canvas.findByRole('region', { name: 'Wir brauchen Ihre Hilfe' }),
    ).toHaveTextContent(
      /Zwei Aufgaben sind offen\. Die nächste Frist endet am 24\.11\.2099 um \d\d:00 Uhr\./,
    );
    await expect(canvas.getByRole('link', { name: 'Zu Ihren Aufgaben' })).toHaveAttribute(
      'href',
      '/akten/c1/accounts/a1?tab=tasks',
    );
    const phases = (await canvas.findAllByRole('heading', { name: /^Fall / })).map((heading) =>
      heading.closest('li'),
    );
    await expect(
      phases.map((phase) => [
        phase?.dataset['color'],
        within(phase ?? document.body)
          .getByRole('img')
          .getAttribute('aria-label'),
        phase?.getAttribute('aria-current'),
      ]),
    ).toEqual([
      ['green', 'erledigt', null],
      ['orange', 'läuft', 'step'],
      ['grey', 'steht noch aus', null],
    ]);
    const marks = phases.map(
      (phase) =>
        getComputedStyle(phase?.querySelector('[role=img]') ?? document.body).borderTopColor,
    );
    await expect(new Set(marks).size).toBe(3);
    for (const [fact, count] of [
      ['Ungelesen in dieser Akte', '1'],
      ['Ungelesen in Ordnern', '2'],
    ] as const)
      await expect(canvas.getByText(fact).nextElementSibling).toHaveTextContent(count);
    await userEvent.click(canvas.getByRole('button', { name: 'Weniger' }));
    await expect(canvas.queryByRole('heading', { name: 'Fall gemeldet' })).toBeNull();
    await expect(canvas.getByText(/Wir prüfen das Angebot/)).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('button', { name: 'Alle Schritte' }));
    await expect(canvas.getByRole('heading', { name: 'Fall gemeldet' })).toBeInTheDocument();
  },
};
/** Before anything was done, the case stands nowhere: what is ahead is not where it is. */
export const OverviewBeforeTheFirstPhase: Story = {
  ...cases(
    `${address}?tab=overview`,
    list,
    esyCase,
    messages,
    favorites,
    answers(getCaseHistory, {
      stateGroups: [
        { name: 'Fall gemeldet', states: [] },
        { name: 'Fall Abgeschlossen', states: [] },
      ],
    }),
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(
      (await canvas.findByRole('heading', { name: 'Fall gemeldet' })).closest('li'),
    ).not.toHaveAttribute('aria-current');
    await userEvent.click(canvas.getByRole('button', { name: 'Weniger' }));
    await expect(canvas.getByRole('heading', { name: 'Fall gemeldet' })).toBeInTheDocument();
    await expect(canvas.queryByRole('heading', { name: 'Fall Abgeschlossen' })).toBeNull();
  },
};
/** A link to a task leads there also where the list of tasks cannot be had, and says so. */
export const TasksUnknown: Story = {
  ...at(
    '?tab=tasks&task=t1',
    favorites,
    refuses(listTasks, 'invalidInput', 'Bei uns ist etwas schiefgegangen.'),
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent(
      'Bei uns ist etwas schiefgegangen.',
    );
    await expect(canvas.getByRole('tab', { name: 'Aufgaben' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  },
};
export const WithAPlugin: Story = {
  ...at('?tab=overview'),
  render: () => (
    <MemoryRouter initialEntries={[`${address}?tab=overview`]}>
      <CasesPage
        selected={{ akteIdHash: 'c1', accountId: 'a1' }}
        views={{
          messages: () => <p>Nachrichten</p>,
          queued: () => null,
          tasks: () => <p>Aufgaben</p>,
          search: () => null,
          hits: () => null,
        }}
        hasPlugin
        showToast={showToast}
      />
    </MemoryRouter>
  ),
  play: async ({ canvas, userEvent }) => {
    await waitFor(() =>
      expect(canvas.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
        'Aufgaben',
        'Nachrichten1',
      ]),
    );
    const [tasks, shown] = canvas.getAllByRole('tab');
    await expect(shown).toHaveAttribute('aria-selected', 'true');
    shown?.focus();
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    await expect(tasks).toHaveAttribute('aria-selected', 'true');
  },
};
const plain = (text: string) => [{ text, isHit: false }];
const found: MessageHit = {
  messageId: 'm1',
  akteIdHash: 'c1',
  accountId: 'a1',
  accountName: 'Behrens & Lindqvist',
  caseHeader: accident.header,
  folderId: null,
  folderName: null,
  creatorName: 'Dr. Miriam Behrens',
  isOwnMessage: false,
  creationDate: '2026-11-12T08:14:00Z',
  read: true,
  header: [
    { text: 'Gutachten', isHit: true },
    { text: ' liegt vor', isHit: false },
  ],
  excerpt: [
    { text: 'Die Reparatur kostet laut ', isHit: false },
    { text: 'Gutachten', isHit: true },
    { text: ' 6.482,17 Euro netto.', isHit: false },
  ],
  files: [
    {
      fileId: 'd0',
      fileName: [
        { text: 'Gutachten', isHit: true },
        { text: '_0417.pdf', isHit: false },
      ],
    },
  ],
};
const foundUnread: MessageHit = {
  ...found,
  messageId: 'm9',
  folderId: 'f1',
  folderName: 'Gutachten',
  read: false,
  header: plain('Antwort der Versicherung'),
  excerpt: plain('Die Alster Assekuranz hat die Haftung dem Grunde …'),
  files: [],
};
const hits = answers(searchMessagesOfCase, { hits: [foundUnread, found], cursor: 'next' });
export const Search: Story = {
  ...at('?side=search_messages&find=gutachter', hits),
  play: async ({ canvas }) => {
    const list = await canvas.findByRole('list', { name: 'Nachrichten und Dateien' });
    await expect([...list.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'Gutachten',
      'Gutachten',
      'Gutachten',
    ]);
    const [unread, read] = within(list).getAllByRole('link');
    await expect([unread?.getAttribute('href'), read?.getAttribute('href')]).toEqual([
      `${address}?fid=f1&message=m9`,
      `${address}?message=m1`,
    ]);
    await expect(canvas.getByRole('searchbox', { name: 'In dieser Akte suchen' })).toHaveValue(
      'gutachter',
    );
  },
};
export const SearchOnPhone = onPhone(
  until(at('?side=search_messages&find=gutachter', hits), /6\.482,17/),
);
export const SearchFindsNothing = until(
  at('?side=search_messages&find=miete', answers(searchMessagesOfCase, { hits: [] })),
  'Zu „miete“ gibt es keine Nachricht und keine Datei.',
);
export const SearchInAllCases: Story = {
  ...cases(
    '/akten?asbh=gutachten',
    answers(listCases, { akten: [] }),
    answers(searchMessages, { hits: [found] }),
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: /Gutachten liegt vor/ })).toHaveAttribute(
      'href',
      `${address}?asbh=gutachten&message=m1`,
    );
    await expect(canvas.getByText('Zu „gutachten“ gibt es keine Akte.')).toBeInTheDocument();
  },
};
export const DownloadFails: Story = {
  ...at('', favorites, refuses(downloadCase, 'notFound', '')),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(
      await canvas.findByRole('button', { name: 'Akte als ZIP herunterladen' }),
    );
    await waitFor(() =>
      expect(showToast).toHaveBeenCalledWith({
        level: 'error',
        text: expect.stringContaining('Die Akte kann nicht heruntergeladen werden.') as string,
      }),
    );
  },
};
export const Details: Story = {
  ...at('?side=akte_details'),
  play: async ({ canvas, userEvent }) => {
    const details = await canvas.findByRole('complementary', { name: 'Details zur Akte' });
    await expect(
      await canvas.findByRole('link', { name: '040 66969 200 anrufen' }),
    ).toHaveAttribute('href', 'tel:04066969200');
    const offered = () =>
      within(details)
        .queryAllByRole('link', { name: /neuen Tab/ })
        .map(({ textContent }) => textContent);
    await expect(offered()).toEqual([
      'Schaden nachmelden',
      'Termin anfragen',
      'Vollmacht erteilen',
    ]);
    const next = canvas.getByRole('button', { name: 'Nächste Formulare' });
    next.focus();
    await userEvent.keyboard('{Enter}');
    await expect(offered()).toEqual(['Zeugen nennen', 'Bankverbindung ändern', 'Mietwagen melden']);
    await expect(within(details).getByText('2 von 2')).toHaveAttribute('role', 'status');
    await expect(next).toHaveFocus(); // also at the end
    await userEvent.keyboard('{Enter}');
    await expect(offered()[0]).toBe('Zeugen nennen');
    await userEvent.tab({ shift: true });
    await userEvent.keyboard('{Enter}');
    await expect(offered()[0]).toBe('Schaden nachmelden');
    await waitFor(() => expect(details.querySelectorAll('[data-type]')).toHaveLength(3));
    await userEvent.click(await canvas.findByRole('link', { name: 'Alle 5' }));
    await expect(await canvas.findByRole('complementary', { name: 'Dateien' })).toBeInTheDocument();
    await canvas.findByRole('tablist', { name: 'Dateien' });
    await expect(canvas.queryByRole('searchbox', { name: 'Dateien suchen' })).toBeNull(); // so few are seen at once
  },
};
/** Five have room without a slider. */
export const DetailsWithFiveForms: Story = {
  ...at('?side=akte_details'),
  beforeEach: () =>
    mockApi(
      answers(listAccounts, {
        accounts: [{ ...practice, assistants: practice.assistants.slice(0, 5) }],
      }),
      list,
      open,
      messages,
      favorites,
      files,
    ),
  play: async ({ canvas }) => {
    await expect(await canvas.findAllByRole('link', { name: /neuen Tab/ })).toHaveLength(5);
    await expect(canvas.queryByRole('button', { name: 'Nächste Formulare' })).toBeNull();
  },
};
export const DetailsClosedByEscape: Story = {
  ...onPhone(at('?side=akte_details')),
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.getByRole('complementary')).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() =>
      expect(canvas.getByRole('button', { name: 'Details zur Akte' })).toHaveFocus(),
    );
  },
};
export const DetailsOnPhone = onPhone(until(at('?side=akte_details'), 'heck-links.jpg'));
export const Favorites: Story = {
  ...at(
    '?side=favorite_messages',
    favorites,
    answers(unmarkFavorite, { ...report, isFavorite: false }),
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(
      await canvas.findByRole('button', { name: '„Gutachten liegt vor“ aus den Favoriten nehmen' }),
    );
    await expect(
      await canvas.findByText('Sie haben noch keine Favoriten gespeichert.'),
    ).toBeInTheDocument();
  },
};
/** product.md §4: what could not be unmarked is marked again. */
export const FavoriteStays: Story = {
  ...at(
    '?side=favorite_messages',
    favorites,
    refuses(unmarkFavorite, 'notFound', 'Das haben wir nicht gefunden.'),
  ),
  play: async ({ canvas, userEvent }) => {
    const name = { name: '„Gutachten liegt vor“ aus den Favoriten nehmen' };
    await userEvent.click(await canvas.findByRole('button', name));
    await expect(await canvas.findByRole('button', name)).toBeInTheDocument();
  },
};
export const MessagesOnPhone = onPhone(until(at(''), 'Mietwagen'));
const many = listed(
  Array.from({ length: 14 }, (_, index) => ({
    ...file(`n${index}`, index % 3 === 0 ? `Schriftsatz ${index}.pdf` : `Foto ${index}.jpg`),
    creationDate: new Date(
      Date.now() - [1, 15, 60, 200, 800][index % 5]! * 3_600_000,
    ).toISOString(),
  })),
);
/** product.md §2.4: tabs, photos by when they came, a search from 13 files on. */
export const FileTabs: Story = {
  ...at('?side=akte_files', favorites, filesOf(many)),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('tab', { name: 'Fotos (9)' });
    await expect(
      (
        await canvas.findAllByRole('heading', {
          level: 3,
          name: /Heute|Gestern|Früher in dieser Woche|Letzte Woche|Vor längerer Zeit/,
        })
      ).map(({ textContent }) => textContent),
    ).toEqual(['Heute', 'Gestern', 'Früher in dieser Woche', 'Letzte Woche', 'Vor längerer Zeit']);
    canvas.getByRole('tab', { name: 'Fotos (9)' }).focus();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await expect(
      await canvas.findByRole('link', { name: /^Schriftsatz 3\.pdf ansehen/ }),
    ).toHaveAttribute('href', `${address}?side=akte_files&file=n3`);
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Dateien suchen' }), 'SATZ 12');
    await waitFor(() =>
      expect(canvas.getAllByRole('link', { name: /Schriftsatz/ })).toHaveLength(1),
    );
    await expect(canvas.getByRole('tab', { name: 'Fotos (0)' })).toBeInTheDocument();
  },
};
/** Where one page does not hold all, each tab asks for its own, a page at a time. */
export const VeryManyFiles: Story = {
  ...at(
    '?side=akte_files',
    favorites,
    filesOf(
      listed(
        Array.from({ length: 60 }, (_, index) => ({
          ...file(`v${index}`, index === 55 ? 'Foto.jpg' : `Schriftsatz ${index}.docx`),
          creationDate: new Date().toISOString(),
        })),
      ),
    ),
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(
      await canvas.findByRole('link', { name: /^Foto\.jpg ansehen/ }),
    ).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('tab', { name: 'Dokumente (59)' }));
    await waitFor(() =>
      expect(canvas.getAllByRole('link', { name: /^Schriftsatz \d+\.docx ansehen/ })).toHaveLength(
        50,
      ),
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Weitere Dateien laden' }));
    await waitFor(() =>
      expect(canvas.getAllByRole('link', { name: /^Schriftsatz \d+\.docx ansehen/ })).toHaveLength(
        59,
      ),
    );
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Dateien suchen' }), 'SATZ 12');
    await waitFor(() =>
      expect(canvas.getAllByRole('link', { name: /Schriftsatz/ })).toHaveLength(1),
    );
    await expect(canvas.getByRole('searchbox', { name: 'Dateien suchen' })).toHaveFocus();
  },
};
export const FileTabsOnPhone = onPhone(
  until(at('?side=akte_files', favorites, filesOf(many)), 'Heute'),
);
export const FilesFailed = until(
  at(
    '?side=akte_files',
    favorites,
    refuses(listCaseFiles, 'unexpected', 'Die Dateien sind gerade nicht da.'),
  ),
  'Die Dateien sind gerade nicht da.',
);
export const FilesOnPhone = onPhone(until(at('?side=akte_files'), 'heck-links.jpg'));
export const FoldersOnPhone: Story = {
  ...onPhone(at('?side=akte_folders', answers(getFolderTimeline, timelineOf(sealed)))),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /^Gutachten/ }));
    await expect(
      await canvas.findByRole('button', { name: 'Nachricht lesen' }),
    ).toBeInTheDocument();
    await waitFor(() => expect(canvas.getByRole('heading', { level: 1 })).toHaveFocus());
  },
};
export const FavoritesOnPhone = onPhone(
  until(at('?side=favorite_messages'), 'Gutachten liegt vor'),
);
export const NothingOnPhone: Story = {
  ...onPhone(
    cases(
      `${address}?side=akte_files`,
      list,
      answers(getCase, { ...accident, folders: [], folderCount: 0 }),
      answers(getTimeline, timelineOf()),
      answers(listFavorites, { messages: [], totalCount: 0 }),
      filesOf([]),
    ),
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText(/^Noch keine Dateien/)).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('link', { name: 'Ordner' }));
    await expect(await canvas.findByText('Es gibt noch keine Ordner.')).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('link', { name: 'Favoriten' }));
    await expect(
      await canvas.findByText('Sie haben noch keine Favoriten gespeichert.'),
    ).toBeInTheDocument();
  },
};
