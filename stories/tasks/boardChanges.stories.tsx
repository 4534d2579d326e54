import type { Meta } from '@storybook/react-vite';
import { expect, screen, waitFor, within } from 'storybook/test';
import {
  changeBoardTask,
  listBoardTasks,
  listStaff,
  moveBoardTask,
  type BoardTask,
} from '#schemas/tasks/board.ts';
import { getToasts } from '#src/ui/toast.ts';
import { logIn } from '../support/logIn.ts';
import { responds, mockApi, rejects, neverResponds } from '../support/mockApi.ts';
import {
  boardMeta,
  type Story,
  card,
  jonas,
  cards,
  buildBoard,
  staff,
  shown,
  lane,
} from './boardStory.tsx';

/** Changes of cards on the task board. */
const meta = {
  title: 'Screens/Board changes',
  ...boardMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta<typeof boardMeta.component>;
export default meta;

export const Admin: Story = {
  ...shown('admin', responds(moveBoardTask, { ...cards[1], status: 6 } as BoardTask)),
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
    await expect(inReview).toHaveFocus();
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
    await userEvent.keyboard('{ArrowLeft}'); // past the empty lane
    await expect(
      within(await lane('Nicht freigegeben')).getByRole('button', {
        name: /Fragen zum Mietwagen.*Nora Brandt/,
      }),
    ).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await expect(
      within(await lane('In Prüfung')).getByRole('button', { name: /Fragen zum Unfallhergang/ }),
    ).toHaveFocus();
    await expect(screen.queryByRole('button', { name: /Kostenzusage/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Erledigt', expanded: false }));
    await expect(await screen.findByRole('button', { name: /Kostenzusage/ })).toBeInTheDocument();
  },
};
export const PutBack: Story = {
  ...shown('consultant', rejects(moveBoardTask, 'notAllowed', 'Das erlaubt Ihre Rolle nicht.')),
  play: async ({ userEvent }) => {
    await userEvent.click(
      within(await lane('In Arbeit')).getByRole('button', { name: /Vollmacht erteilen/ }),
    );
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'In Prüfung' }),
    );
    await expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
      'Das erlaubt Ihre Rolle nicht.',
    ); // the dialog would cover a toast
    await userEvent.keyboard('{Escape}');
    await expect(
      within(await lane('In Arbeit')).getByRole('button', { name: /Vollmacht erteilen/ }),
    ).toBeInTheDocument();
  },
};
/** The card of a client whose relation to the firm has ended says so. */
export const EndedRelation: Story = {
  beforeEach: () => {
    const nora = { userId: 'u7', firstName: 'Nora', lastName: 'Brandt' };
    const ended = card('b', 4, 'Vollmacht erteilen', {
      clients: [{ ...nora, endedDate: '2026-11-20T09:00:00Z' }],
    });
    const endings = [
      logIn(),
      mockApi(buildBoard('admin'), staff, responds(listBoardTasks, { items: [ended] })),
    ];
    return () => {
      for (const end of endings) end();
    };
  },
  play: async ({ userEvent }) => {
    await userEvent.click(
      within(await lane('In Arbeit')).getByRole('button', { name: /Vollmacht erteilen/ }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Vollmacht erteilen' });
    await within(dialog).findByText('Verbindung beendet', { exact: false });
  },
};
let sendSecondPage: () => void;
/** A page requested before a move does not move the card back. */
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
      logIn(),
      mockApi(buildBoard('admin'), staff, neverResponds(moveBoardTask), pages),
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
/** An open task is closed only after a confirmation. */
export const ClosesOnlyWhenAsked: Story = {
  ...shown(
    'admin',
    responds(moveBoardTask, {
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
/** The error is shown at its field. */
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
    await expect([deadline.getAttribute('aria-invalid'), getToasts().length]).toEqual(['true', 0]);
  },
};
/** Loaded cards stay, with a notice that others are missing. */
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
const staffList = { arrive: (): void => undefined };
/** A list of staff that arrives late takes neither the focus nor the choice. */
export const StaffLate: Story = {
  ...shown('admin', {
    endpoint: listStaff,
    answer: () =>
      new Promise((resolve) => {
        const lena = { userId: 'u2', firstName: 'Lena', lastName: 'Vogt', role: 'admin' };
        staffList.arrive = () =>
          resolve(Response.json({ staff: [lena, { ...jonas, role: 'admin' }] }));
      }),
  }),
  play: async ({ userEvent }) => {
    await userEvent.click(
      within(await lane('In Arbeit')).getByRole('button', { name: /Vollmacht erteilen/ }),
    );
    const assignee = await screen.findByLabelText<HTMLSelectElement>('Zuständig');
    await expect(assignee).toHaveDisplayValue('Jonas Wieland');
    await userEvent.selectOptions(assignee, '');
    assignee.focus();
    staffList.arrive();
    await within(assignee).findByRole('option', { name: 'Lena Vogt' });
    await expect(assignee).toBeInTheDocument();
    await expect(assignee).toHaveFocus();
    await expect(assignee).toHaveValue('');
  },
};
export const StaffUnknown: Story = {
  ...shown('admin', rejects(listStaff, 'invalidInput', 'Bei uns ist etwas schiefgegangen.')),
  play: async ({ userEvent }) => {
    await userEvent.click(
      within(await lane('In Arbeit')).getByRole('button', { name: /Vollmacht erteilen/ }),
    );
    await expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
      'Die Liste der Kolleginnen und Kollegen lädt gerade nicht.',
    );
  },
};
