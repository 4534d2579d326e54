import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { leaveProvider } from '#schemas/access/relations.ts';
import { listSessions } from '#schemas/access/sessions.ts';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import { makeAccount } from '#schemas/testing/make.ts';
import { rejects, responds } from '../support/mockApi.ts';
import { settings } from '../support/settingsPage.tsx';

/** The relations of a client to their firms in the settings. */
const meta = {
  title: 'Screens/Settings/Relations',
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const endedDate = '2026-11-20T09:00:00Z';
const devices = responds(listSessions, { sessions: [] });
const accounts = responds(listAccounts, {
  accounts: [
    makeAccount({ id: 'a1', name: 'Aydın & Kollegen' }),
    makeAccount({ id: 'a2', name: 'Falkenried', endedDate }),
    makeAccount({ id: 'a3', name: 'Behrens & Lindqvist', boardRole: 'user' }),
  ],
});

/** One is open, one has ended, and the user works for the third. */
export const Relations: Story = {
  ...settings('account', 'registered', devices, accounts),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Beendet am 20.11.2026')).toBeVisible();
    await expect(canvas.getByText('Sie arbeiten hier mit.')).toBeVisible();
    await expect(canvas.getAllByRole('button', { name: /^Verbindung beenden/ })).toHaveLength(1);
  },
};

export const End: Story = {
  ...settings('account', 'registered', devices, accounts, responds(leaveProvider, { endedDate })),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(
      await canvas.findByRole('button', { name: 'Verbindung beenden: Aydın & Kollegen' }),
    );
    const dialog = await canvas.findByRole('dialog', {
      name: 'Verbindung zu Aydın & Kollegen beenden?',
    });
    await expect(dialog).toBeVisible();
    const password = await canvas.findByLabelText(/^Ihr Passwort/, { selector: 'dialog input' });
    await userEvent.type(password, 'Fahrrad-im-Regen{Enter}');
    await waitFor(() => expect(canvas.queryByRole('dialog')).toBeNull());
    await waitFor(() =>
      expect(canvas.getByRole('heading', { name: 'Ihre Verbindungen' })).toHaveFocus(),
    );
  },
};

export const WrongPassword: Story = {
  ...settings(
    'account',
    'registered',
    devices,
    accounts,
    rejects(leaveProvider, 'invalidInput', 'Bitte prüfen Sie Ihre Angaben.', {
      '/password': 'Das Passwort stimmt nicht. Sie haben noch 4 Versuche.',
    }),
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(
      await canvas.findByRole('button', { name: 'Verbindung beenden: Aydın & Kollegen' }),
    );
    const password = await canvas.findByLabelText(/^Ihr Passwort/, { selector: 'dialog input' });
    await userEvent.type(password, 'falsch{Enter}');
    await waitFor(() => expect(password).toHaveAccessibleDescription(/noch 4 Versuche/));
  },
};
