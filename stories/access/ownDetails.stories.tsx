import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';
import { changeOwnDetails, getOwnDetails } from '#schemas/access/ownDetails.ts';
import { listSessions } from '#schemas/access/sessions.ts';
import { makeUser } from '#schemas/testing/make.ts';
import { failsFirst } from '../support/failsFirst.ts';
import { answersWhile, rejects, responds } from '../support/mockApi.ts';
import { ownDetails, settings } from '../support/settingsPage.tsx';

/** A client's own details in the settings. */
const meta = {
  title: 'Screens/Settings/Details',
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const devices = responds(listSessions, { sessions: [] });
const saved = fn();
const network = { isUp: true };

/** A missing name is marked; a changed one is sent and shown above the form too. */
export const Change: Story = {
  ...settings(
    'account',
    'registered',
    devices,
    answersWhile(network, {
      endpoint: changeOwnDetails,
      answer: async (_, request) => {
        const change = (await request.json()) as { lastName: string };
        saved(change);
        return Response.json({ user: makeUser({ lastName: change.lastName }) });
      },
    }),
  ),
  play: async ({ canvas, userEvent }) => {
    const lastName = await canvas.findByRole('textbox', { name: /^Nachname/ });
    await userEvent.clear(lastName);
    await userEvent.click(canvas.getByRole('button', { name: 'Angaben speichern' }));
    await waitFor(() => expect(lastName).toHaveAccessibleDescription(/Ihren Nachnamen/));
    await userEvent.type(lastName, 'Brandt');
    await userEvent.click(canvas.getByRole('radio', { name: 'English' }));
    await failsFirst(
      canvas,
      network,
      async () => userEvent.click(canvas.getByRole('button', { name: 'Angaben speichern' })),
      async () => {
        await expect(lastName).toHaveValue('Brandt');
        await expect(canvas.getByRole('radio', { name: 'English' })).toBeChecked();
      },
    );
    await waitFor(() =>
      expect(saved).toHaveBeenCalledWith({
        salutation: 'Herr',
        firstName: 'Jonas',
        lastName: 'Brandt',
        language: 'en',
      }),
    );
    await expect(await canvas.findByText('Jonas Brandt')).toBeVisible();
  },
};
export const Failed = settings(
  'account',
  'registered',
  devices,
  rejects(getOwnDetails, 'unexpected', 'Das hat nicht geklappt.'),
);

/** Two firms have written something else; one of them has no mobile number. */
export const WrittenDifferently: Story = {
  ...settings(
    'account',
    'registered',
    devices,
    responds(getOwnDetails, {
      ...ownDetails,
      others: [
        {
          accountId: 'aydin',
          accountName: 'Aydın & Kollegen',
          differing: { email: 'j.wieland@betrieb.example', language: 'en' },
        },
        { accountId: 'falkenried', accountName: 'Falkenried', differing: { mobile: null } },
      ],
    }),
  ),
  play: async ({ canvas }) => {
    const section = (await canvas.findByText('Wo Ihre Angaben abweichen')).closest('section');
    await expect(section).toHaveTextContent(
      /Aydın & Kollegen.*Sprache der E-Mails.*English.*E-Mail-Adresse.*j\.wieland@betrieb\.example/,
    );
    await expect(section).toHaveTextContent(/Falkenried.*Mobilnummer.*Keine/);
  },
};
