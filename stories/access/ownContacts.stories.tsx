import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import {
  confirmEmailChange,
  confirmMobileChange,
  getOwnDetails,
  startEmailChange,
  startMobileChange,
  type OwnDetails,
} from '#schemas/access/ownDetails.ts';
import { listSessions } from '#schemas/access/sessions.ts';
import { makeUser } from '#schemas/testing/make.ts';
import { failsFirst, offline } from '../support/failsFirst.ts';
import { rejects, responds, respondsWhile, type mockApi } from '../support/mockApi.ts';
import { ownDetails, settings } from '../support/settingsPage.tsx';

/** A client's own address and mobile number in the settings. */
const meta = {
  title: 'Screens/Settings/Contact',
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const devices = responds(listSessions, { sessions: [] });
const withDetails = (changes: Partial<OwnDetails>) =>
  responds(getOwnDetails, { ...ownDetails, ...changes });
const validUntil = '2030-01-01T00:00:00.000Z';
const value = 'jonas.neu@example.org';

const network = { isUp: true };
/**
 * A new address or number and the password, then the code, which sends itself. What was typed stays
 * while the server cannot be reached.
 */
const change = (name: string, value: string, ...planned: Parameters<typeof mockApi>): Story => ({
  ...settings('account', 'registered', devices, ...planned),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: `Ändern: ${name}` }));
    const field = await canvas.findByRole('textbox', { name: new RegExp(`^Neue ${name}`) });
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.type(field, value);
    const password = canvas.getByLabelText(/^Ihr Passwort/, { selector: 'dialog input' });
    await userEvent.type(password, 'Fahrrad-im-Regen');
    const press = (button: string) => async () =>
      userEvent.click(canvas.getByRole('button', { name: button }));
    await failsFirst(canvas, network, press('Code schicken'), async () => {
      await expect(field).toHaveValue(value);
      await expect(password).toHaveValue('Fahrrad-im-Regen');
    });
    await expect(await canvas.findByText(value, { selector: 'dialog b' })).toBeVisible();
    const code = await canvas.findByLabelText(/^Code/, { selector: 'dialog input' });
    network.isUp = false;
    await userEvent.type(code, '123456');
    await expect(await canvas.findByText(offline)).toBeVisible();
    await failsFirst(canvas, network, press('Bestätigen'), () =>
      expect(code).toHaveValue('123456'),
    );
    await waitFor(() => expect(canvas.queryByRole('dialog')).toBeNull());
  },
});
const email = change(
  'E-Mail-Adresse',
  value,
  respondsWhile(network, startEmailChange, { value, validUntil }),
  respondsWhile(network, confirmEmailChange, { user: makeUser({ email: value }) }),
);
export const Email: Story = {
  ...email,
  play: async (stage) => {
    await email.play?.(stage);
    await expect(await stage.canvas.findByText(value)).toBeVisible();
  },
};
const number = '+49 151 555 0999';
export const Mobile = change(
  'Mobilnummer',
  number,
  respondsWhile(network, startMobileChange, { value: number, validUntil }),
  respondsWhile(network, confirmMobileChange, { user: makeUser() }),
);

export const WrongPassword: Story = {
  ...settings(
    'account',
    'registered',
    devices,
    rejects(startEmailChange, 'invalidInput', 'Bitte prüfen Sie Ihre Angaben.', {
      '/password': 'Das Passwort stimmt nicht. Sie haben noch 4 Versuche.',
    }),
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Ändern: E-Mail-Adresse' }));
    await userEvent.type(
      await canvas.findByRole('textbox', { name: /^Neue E-Mail-Adresse/ }),
      value,
    );
    const password = canvas.getByLabelText(/^Ihr Passwort/, { selector: 'dialog input' });
    await userEvent.type(password, 'falsch');
    await userEvent.click(canvas.getByRole('button', { name: 'Code schicken' }));
    await waitFor(() => expect(password).toHaveAccessibleDescription(/noch 4 Versuche/));
    await waitFor(() => expect(password).toHaveFocus());
  },
};

/** A code that is no longer valid leads back to the number. */
export const CodeVoid: Story = {
  ...settings(
    'account',
    'registered',
    devices,
    withDetails({
      waiting: { email: null, mobile: { value: '+491515550999', validUntil } },
    }),
    rejects(confirmMobileChange, 'pinVoid', 'Diese PIN gilt nicht.'),
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText('+491515550999 wartet auf den Code.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Code eingeben: Mobilnummer' }));
    await userEvent.type(
      await canvas.findByLabelText(/^Code/, { selector: 'dialog input' }),
      '123456',
    );
    await expect(await canvas.findByText(/Dieser Code gilt nicht mehr/)).toBeVisible();
    await expect(await canvas.findByRole('textbox', { name: /^Neue Mobilnummer/ })).toBeVisible();
  },
};

export const WithoutSms = settings(
  'account',
  'registered',
  devices,
  withDetails({ mobile: null, isSmsAvailable: false }),
);
