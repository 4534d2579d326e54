import type { Meta } from '@storybook/react-vite';
import { expect, screen, within } from 'storybook/test';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import { listBoardTasks } from '#schemas/tasks/board.ts';
import { makeAccount } from '#schemas/testing/make.ts';
import { responds, mockApi, rejects, neverResponds } from '../support/mockApi.ts';
import { inEnglish, onPhone } from '../support/variants.ts';
import { boardMeta, type Story, card, cards, buildBoard, shown, lane } from './boardStory.tsx';

/** The task board by role, filter and state. */
const meta = {
  title: 'Screens/Board',
  ...boardMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta<typeof boardMeta.component>;
export default meta;

/** The filter unfolds the lane of done tasks; it holds no submitted ones. */
export const FilteredForDone: Story = {
  ...shown('user'),
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Erledigt', pressed: false }));
    const done = await lane('Erledigt');
    await expect(
      within(done)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringContaining('Donaudampfschifffahrt'), // expired
      expect.stringContaining('Kostenzusage'),
    ]);
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
    await expect(within(await lane('In Prüfung')).getByText('Keine Aufgaben.')).toBeInTheDocument();
  },
};
/** A task closed by hand shows its closing date and no deadline. */
export const Closed: Story = {
  beforeEach: () =>
    mockApi(
      buildBoard('admin'),
      responds(listBoardTasks, {
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
    await userEvent.click(await screen.findByRole('button', { name: 'Erledigt', expanded: false }));
    const closed = await screen.findByRole('button', { name: /^Rückruf/ });
    await expect(closed).toHaveTextContent('Geschlossen am 20.11.2026');
    await expect(closed).not.toHaveTextContent('24.12.2099');
    await userEvent.click(closed);
    await expect(
      within(await screen.findByRole('dialog')).getByText(/Geschlossen am 20\.11\.2026/),
    ).toBeVisible();
  },
};
/** A user can only submit their own cards. */
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
/** An external user sees one lane and changes nothing. */
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
    await screen.findByText(/^Valid until 24 Nov 2099, \d\d:00( \S+)?$/);
  },
};
export const OnPhone = onPhone(shown('admin'));
export const Nobody: Story = {
  beforeEach: () => {
    const end = mockApi(responds(listAccounts, { accounts: [makeAccount()] }));
    return end;
  },
};
export const Loading: Story = {
  beforeEach: () => mockApi(buildBoard('admin'), neverResponds(listBoardTasks)),
};
export const Failed: Story = {
  beforeEach: () =>
    mockApi(
      buildBoard('admin'),
      rejects(listBoardTasks, 'unexpected', 'Bei uns ist etwas schiefgegangen.'),
    ),
};
/** Only visible cards are rendered. */
export const FiveThousand: Story = {
  beforeEach: () =>
    mockApi(
      buildBoard('external'),
      responds(listBoardTasks, {
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
