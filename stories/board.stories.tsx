import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, screen, waitFor, within } from 'storybook/test';
import { listAccounts, type Account } from '#schemas/accounts.ts';
import {
  changeBoardTask,
  listBoardTasks,
  listStaff,
  moveBoardTask,
  type BoardTask,
} from '#schemas/board.ts';
import type { StaffRole } from '#schemas/staff.ts';
import { createStore } from '#src/app/store.ts';
import { BoardPage } from '#src/features/board/BoardPage.tsx';
import { asJonas } from './asJonas.ts';
import { answers, answersBy, mockApi, refuses, staysSilent } from './mockApi.ts';
import { inEnglish, onPhone } from './themes.ts';

const showToast = fn();

function Screen() {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={['/board']}>
        <BoardPage showToast={showToast} />
      </MemoryRouter>
    </Provider>
  );
}

/** The task board of a firm's staff. */
const meta = {
  title: 'Screens/Board',
  component: Screen,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

const jonas = { userId: 'u1', firstName: 'Jonas', lastName: 'Wieland' };
const card = (
  workflowId: string,
  status: BoardTask['status'],
  assistantName: string,
  told: Partial<BoardTask> = {},
): BoardTask => ({
  workflowId,
  caseId: 'c1',
  caseHeader: 'Verkehrsunfall Brandt ./. Alster Assekuranz',
  clients: [{ userId: 'u7', firstName: 'Nora', lastName: 'Brandt' }],
  assistantName,
  status,
  state: 'open',
  assignee: null,
  validUntil: null,
  answerCreationDate: null,
  closedDate: null,
  creationDate: `2026-11-0${workflowId.length}T08:00:00.000Z`,
  ...told,
});
const cards = [
  card('a', 0, 'Fragen zum Mietwagen'),
  card('b', 4, 'Vollmacht erteilen', { validUntil: '2099-11-24T17:00:00.000Z', assignee: jonas }),
  card('c', 4, 'Donaudampfschifffahrtsgesellschaftsunterlagen einreichen', {
    state: 'expired',
    validUntil: '2026-11-01T17:00:00.000Z',
  }),
  card('d', 6, 'Fragen zum Unfallhergang', {
    state: 'answered',
    answerCreationDate: '2026-11-19T18:12:00.000Z',
    assignee: jonas,
  }),
  card('e', 7, 'Kostenzusage'),
];
const account: Account = {
  id: 'a1',
  name: 'Behrens & Lindqvist',
  uniqueAccountKey: 'behrens',
  address: { street: '', postalCode: '', city: '' },
  phone: '',
  fax: '',
  website: '',
  mainColor: '#14505c',
  secondaryColor: '#c08a3e',
  primaryLogoUrl: null,
  secondaryLogoUrl: null,
  totalUnreadMessage: 0,
  categories: [],
  caseCount: 2,
  feedbackUrl: null,
  autoResponderSetting: { isActivated: false, message: '' },
  isActivated: true,
  isDashboardDisabled: false,
  esyThingAgb: null,
  esyThingDatenschutz: null,
  statementHashes: {},
  assistants: [],
};
const boardOf = (role: StaffRole) =>
  answers(listAccounts, { accounts: [{ ...account, boardRole: role }] });
/** All of them, or those that are named. */
const boardTasks = answersBy(listBoardTasks, (query) => ({
  items: cards.filter(
    ({ workflowId }) => query.get('workflowIds')?.split(',').includes(workflowId) ?? true,
  ),
}));
const staff = answers(listStaff, { staff: [{ ...jonas, role: 'admin' }] });

function shown(role: StaffRole, ...planned: Parameters<typeof mockApi>): Story {
  return {
    beforeEach: () => {
      showToast.mockClear();
      const endings = [asJonas(), mockApi(...planned, boardOf(role), boardTasks, staff)];
      return () => {
        for (const end of endings) end();
      };
    },
  };
}
const lane = (name: string) => screen.findByRole('region', { name });

export const Admin: Story = {
  ...shown('admin', answers(moveBoardTask, { ...cards[1], status: 6 } as BoardTask)),
  play: async ({ userEvent }) => {
    const inProgress = await lane('In Arbeit');
    within(inProgress)
      .getByRole('button', { name: /Vollmacht erteilen/ })
      .focus();
    await userEvent.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Vollmacht erteilen' }));
    const inReview = dialog.getByRole('button', { name: 'In Prüfung', pressed: false });
    inReview.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(inReview).toHaveAttribute('aria-pressed', 'true'));
    await expect(inReview).toHaveFocus(); // it is where the reader goes on
    dialog.getByRole('button', { name: 'Schließen' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(async () =>
      expect(
        within(await lane('In Prüfung')).getByRole('button', { name: /Vollmacht erteilen/ }),
      ).toHaveFocus(),
    );
    await expect(
      screen.getByText('„Vollmacht erteilen“ liegt jetzt unter „In Prüfung“.'),
    ).toBeInTheDocument();
    await userEvent.keyboard('{ArrowLeft}');
    await expect(
      within(inProgress).getByRole('button', { name: /Donaudampfschifffahrt/ }),
    ).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect(
      within(await lane('Nicht freigegeben')).getByRole('button', {
        name: /Fragen zum Mietwagen.*Nora Brandt/,
      }),
    ).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}');
    await expect(
      within(await lane('In Prüfung')).getByRole('button', { name: /Fragen zum Unfallhergang/ }),
    ).toHaveFocus();
    await expect(screen.queryByRole('button', { name: /Kostenzusage/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Erledigt', expanded: false }));
    await expect(await screen.findByRole('button', { name: /Kostenzusage/ })).toBeInTheDocument();
  },
};
export const PutBack: Story = {
  ...shown('consultant', refuses(moveBoardTask, 'notAllowed', 'Das erlaubt Ihre Rolle nicht.')),
  play: async ({ userEvent }) => {
    await userEvent.click(
      within(await lane('In Arbeit')).getByRole('button', { name: /Vollmacht erteilen/ }),
    );
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'In Prüfung' }),
    );
    await expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
      'Das erlaubt Ihre Rolle nicht.',
    ); // a toast would lie behind the dialog
    await userEvent.keyboard('{Escape}');
    await expect(
      within(await lane('In Arbeit')).getByRole('button', { name: /Vollmacht erteilen/ }),
    ).toBeInTheDocument();
  },
};
let sendSecondPage: () => void;
/** A page that was asked for before a card was moved does not bring the card back. */
export const MovedWhileLoading: Story = {
  beforeEach: () => {
    const isWanted = new Promise<void>((resolve) => {
      sendSecondPage = resolve;
    });
    const pages = {
      endpoint: listBoardTasks,
      answer: async (_: Promise<void>, { url }: Request) =>
        new URL(url).searchParams.has('cursor')
          ? isWanted.then(() => Response.json({ items: [card('f', 4, 'Älteste Aufgabe')] }))
          : Response.json({ items: cards, cursor: 'second' }),
    };
    const endings = [
      asJonas(),
      mockApi(boardOf('admin'), staff, staysSilent(moveBoardTask), pages),
    ];
    return () => {
      for (const end of endings) end();
    };
  },
  play: async ({ userEvent }) => {
    await userEvent.click(
      within(await lane('In Arbeit')).getByRole('button', { name: /Vollmacht erteilen/ }),
    );
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'In Prüfung' }),
    );
    await userEvent.keyboard('{Escape}');
    await within(await lane('In Prüfung')).findByRole('button', { name: /Vollmacht erteilen/ });
    sendSecondPage();
    await within(await lane('In Arbeit')).findByRole('button', { name: /Älteste Aufgabe/ });
    await expect(
      within(await lane('In Prüfung')).getByRole('button', { name: /Vollmacht erteilen/ }),
    ).toBeInTheDocument();
  },
};
/** A task that its client could still answer is closed only after a question. */
export const ClosesOnlyWhenAsked: Story = {
  ...shown(
    'admin',
    answers(moveBoardTask, {
      ...cards[1],
      status: 7,
      state: 'closed',
      closedDate: '2026-11-20T09:00:00.000Z',
    } as BoardTask),
  ),
  play: async ({ userEvent }) => {
    await userEvent.click(
      within(await lane('In Arbeit')).getByRole('button', { name: /Vollmacht erteilen/ }),
    );
    const toDone = () =>
      within(screen.getByRole('dialog', { name: 'Vollmacht erteilen' })).getByRole('button', {
        name: 'Erledigt',
      });
    await userEvent.click(toDone());
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Aufgabe schließen?' })).getByRole(
        'button',
        { name: 'Abbrechen' },
      ),
    );
    await expect(toDone()).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(toDone());
    await userEvent.click(await screen.findByRole('button', { name: 'Aufgabe schließen' }));
    await waitFor(() => expect(toDone()).toHaveAttribute('aria-pressed', 'true'));
    await screen.findByText(/Geschlossen am 20\.11\.2026/);
  },
};
const refusesDeadline: Parameters<typeof mockApi>[number] = {
  endpoint: changeBoardTask,
  answer: () =>
    Response.json(
      {
        reason: 'invalidInput',
        reasonMessage: 'Bitte prüfen Sie Ihre Angaben.',
        fields: { '/validUntil': 'Dieser Zeitpunkt ist schon vorbei.' },
      },
      { status: 400 },
    ),
};
/** What is wrong is said at its field, not behind the dialog. */
export const PastDeadline: Story = {
  ...shown('admin', refusesDeadline),
  play: async ({ userEvent }) => {
    await userEvent.click(
      within(await lane('In Arbeit')).getByRole('button', { name: /Vollmacht erteilen/ }),
    );
    const deadline = await screen.findByLabelText('Frist');
    await userEvent.clear(deadline);
    await userEvent.type(deadline, '2020-01-01T10:00');
    await userEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    await waitFor(() =>
      expect(deadline).toHaveAccessibleDescription('Dieser Zeitpunkt ist schon vorbei.'),
    );
    await expect([deadline.getAttribute('aria-invalid'), showToast.mock.calls.length]).toEqual([
      'true',
      0,
    ]);
  },
};
/** The cards that have come stay, and it is said that others are missing. */
export const LaterPageFails: Story = {
  ...shown('consultant', {
    endpoint: listBoardTasks,
    answer: (_: Promise<void>, { url }: Request) =>
      new URL(url).searchParams.has('cursor')
        ? Response.json(
            { reason: 'unexpected', reasonMessage: 'Bei uns ist etwas schiefgegangen.' },
            { status: 400 },
          )
        : Response.json({ items: cards, cursor: 'second' }),
  }),
  play: async () => {
    await expect(await screen.findByRole('alert')).toHaveTextContent(
      'Hier fehlen Aufgaben. Bei uns ist etwas schiefgegangen.',
    );
    await expect(
      within(await lane('In Arbeit')).getByRole('button', { name: /Vollmacht erteilen/ }),
    ).toBeInTheDocument();
    await expect(screen.getByRole('button', { name: 'Noch einmal versuchen' })).toBeInTheDocument();
  },
};
export const StaffUnknown: Story = {
  ...shown('admin', refuses(listStaff, 'invalidInput', 'Bei uns ist etwas schiefgegangen.')),
  play: async ({ userEvent }) => {
    await userEvent.click(
      within(await lane('In Arbeit')).getByRole('button', { name: /Vollmacht erteilen/ }),
    );
    await expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
      'Wer hier mitarbeitet, ist gerade nicht zu erfahren.',
    );
  },
};
/** The lane of what is done unfolds for who filters for it; users have there what is finished, not what they have handed in. */
export const FilteredForDone: Story = {
  ...shown('user'),
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Erledigt', pressed: false }));
    const done = await lane('Erledigt');
    await expect(
      within(done)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('Kostenzusage')]);
    await userEvent.click(screen.getByRole('button', { name: 'Erledigt', pressed: true }));
    await expect(
      within(await lane('Erledigt')).getByRole('button', { name: /Fragen zum Unfallhergang/ }),
    ).toBeInTheDocument();
  },
};
export const AdminFilteredForDone: Story = {
  ...shown('admin'),
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Erledigt', pressed: false }));
    await expect(
      await within(await lane('Erledigt')).findByRole('button', { name: /Kostenzusage/ }),
    ).toBeInTheDocument();
  },
};
export const Filtered: Story = {
  ...shown('consultant'),
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Mit Frist' }));
    await expect(within(await lane('In Arbeit')).getAllByRole('button')).toHaveLength(1);
    await expect(
      within(await lane('In Prüfung')).getByText('Hier liegt nichts.'),
    ).toBeInTheDocument();
  },
};
/** A task that was closed by hand says so, and nothing of a deadline it no longer has. */
export const Closed: Story = {
  beforeEach: () =>
    mockApi(
      boardOf('admin'),
      answers(listBoardTasks, {
        items: [
          card('a', 4, 'Rückruf', {
            state: 'closed',
            validUntil: '2099-12-24T17:00:00.000Z',
            closedDate: '2026-11-20T09:00:00.000Z',
          }),
        ],
      }),
    ),
  play: async ({ userEvent }) => {
    const closed = await screen.findByRole('button', { name: /^Rückruf/ });
    await expect(closed).toHaveTextContent('Geschlossen am 20.11.2026');
    await expect(closed).not.toHaveTextContent('24.12.2099');
    await userEvent.click(closed);
    await expect(
      within(await screen.findByRole('dialog')).getByText(/Geschlossen am 20\.11\.2026/),
    ).toBeVisible();
  },
};
/** Own cards can be handed in, and nothing else. */
export const User: Story = {
  ...shown('user'),
  play: async ({ userEvent }) => {
    await userEvent.click(
      within(await lane('Bei anderen')).getByRole('button', { name: /Vollmacht erteilen/ }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await expect(dialog.queryByRole('region', { name: 'Verschieben nach' })).toBeNull();
    await expect(dialog.queryByRole('button', { name: 'Speichern' })).toBeNull();
    await expect(
      screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent),
    ).toEqual(['Zu tun', 'Bei anderen', 'Erledigt']);
  },
};
/** Looks on: one lane with everything, and nothing to move or to change. */
export const External: Story = {
  ...shown('external'),
  play: async ({ userEvent }) => {
    const all = within(await lane('Alle Aufgaben'));
    await expect(all.getAllByRole('button')).toHaveLength(cards.length);
    await expect(screen.queryByText(/Ziehen Sie Karten/)).toBeNull();
    await userEvent.click(all.getByRole('button', { name: /Fragen zum Mietwagen/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await expect(
      dialog
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent),
    ).toEqual(['Schließen']);
  },
};
export const English: Story = {
  ...inEnglish(shown('admin')),
  play: async () => {
    await screen.findByText(/^Valid until 24\.11\.2099, \d\d:00$/);
  },
};
export const OnPhone = onPhone(shown('admin'));
export const Nobody: Story = {
  beforeEach: () => {
    const end = mockApi(answers(listAccounts, { accounts: [account] }));
    return end;
  },
};
export const Loading: Story = {
  beforeEach: () => mockApi(boardOf('admin'), staysSilent(listBoardTasks)),
};
export const Failed: Story = {
  beforeEach: () =>
    mockApi(
      boardOf('admin'),
      refuses(listBoardTasks, 'unexpected', 'Bei uns ist etwas schiefgegangen.'),
    ),
};
/** Only what is in view is drawn. */
export const FiveThousand: Story = {
  beforeEach: () =>
    mockApi(
      boardOf('external'),
      answers(listBoardTasks, {
        items: Array.from({ length: 5_000 }, (_, index) =>
          card(`w${index}`, 4, `Aufgabe ${index + 1}`, {
            creationDate: '2026-11-01T08:00:00.000Z',
          }),
        ),
      }),
    ),
  play: async () => {
    await screen.findByText('5000');
    await expect(screen.getAllByRole('button', { name: /^Aufgabe / }).length).toBeLessThan(60);
  },
};
