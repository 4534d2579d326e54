import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor, within } from 'storybook/test';
import { changePassword } from '#schemas/access/credentials.ts';
import {
  addPasskey,
  confirmTotp,
  getSecondFactor,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
} from '#schemas/access/secondFactor.ts';
import { uploadFile } from '#schemas/files/files.ts';
import {
  getProfilePicture,
  removeProfilePicture,
  setProfilePicture,
} from '#schemas/files/profilePictures.ts';
import { endOtherSessions, endSession, listSessions } from '#schemas/access/sessions.ts';
import { clearToasts, getToasts } from '#src/ui/toast.ts';
import { failsFirst, offline } from '../support/failsFirst.ts';
import { fakePasskeys } from '../support/fakePasskeys.ts';
import { responds, respondsBytes, respondsWhile } from '../support/mockApi.ts';
import { makePicture } from '../support/sampleFiles.ts';
import { settings } from '../support/settingsPage.tsx';
import { uploadByFetch } from '../support/uploadByFetch.ts';

/** Changes of the settings that fail without a response, and then work. */
const meta = {
  title: 'Screens/Settings/Failed changes',
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;
type Play = NonNullable<Story['play']>;
type Stage = Parameters<Play>[0];

const network = { isUp: false };
const password = 'Fahrrad-im-Regen';
const session = {
  sessionId: 's1',
  kind: 'registered',
  isCurrent: true,
  device: 'Firefox, Windows',
  network: '203.0.113.x',
  createdAt: '2026-11-20T08:00:00Z',
  lastUsedAt: '2026-11-21T11:30:00Z',
} as const;
const devices = responds(listSessions, {
  sessions: [session, { ...session, sessionId: 's2', isCurrent: false, device: 'Safari, iOS' }],
});
const recoveryCodes = ['7KQ2M-X4HTR', '0SX89-JBTGE'];

const press =
  ({ canvas, userEvent }: Stage, name: string | RegExp) =>
  async () =>
    userEvent.click(await canvas.findByRole('button', { name }));

/** Confirms with the password, which stays after the failure. */
async function confirm(stage: Stage, button: string): Promise<void> {
  const { canvas, userEvent } = stage;
  const dialog = within(await canvas.findByRole('dialog'));
  const field = await dialog.findByLabelText(/^Ihr Passwort/, { selector: 'input' });
  await userEvent.type(field, password);
  await failsFirst(
    canvas,
    network,
    async () => userEvent.click(dialog.getByRole('button', { name: button })),
    () => expect(field).toHaveValue(password),
  );
}
const isClosed = ({ canvas }: Stage) =>
  waitFor(() => expect(canvas.queryByRole('dialog')).toBeNull());

export const Password: Story = {
  ...settings(
    'account',
    'registered',
    devices,
    respondsWhile(network, changePassword, { result: 0, loginAttempts: 5 }),
  ),
  play: async (stage) => {
    const { canvas, userEvent } = stage;
    const find = (label: RegExp) => canvas.findByLabelText(label, { selector: 'input' });
    const fields = [
      await find(/^Bisheriges Passwort/),
      await find(/^Neues Passwort(?! w)/),
      await find(/^Neues Passwort wiederholen/),
    ];
    await userEvent.type(fields[0] as HTMLElement, 'Regen-im-Fahrrad');
    for (const field of fields.slice(1)) await userEvent.type(field, password);
    await failsFirst(canvas, network, press(stage, 'Passwort ändern'), async () => {
      await expect(fields[0]).toHaveValue('Regen-im-Fahrrad');
      for (const field of fields.slice(1)) await expect(field).toHaveValue(password);
    });
    await waitFor(() => expect(fields[0]).toHaveValue(''));
  },
};

export const Devices: Story = {
  ...settings(
    'account',
    'registered',
    devices,
    respondsWhile(network, endSession, { ended: true }),
    respondsWhile(network, endOtherSessions, { ended: 1 }),
  ),
  play: async (stage) => {
    await press(stage, 'Gerät abmelden: Safari, iOS')();
    await confirm(stage, 'Gerät abmelden');
    await isClosed(stage);
    await press(stage, 'Alle anderen Geräte abmelden')();
    await confirm(stage, 'Alle anderen Geräte abmelden');
    await isClosed(stage);
  },
};

export const AuthenticatorApp: Story = {
  ...settings(
    'account',
    'registered',
    devices,
    respondsWhile(network, startTotp, {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Mandantenportal:j.wieland?secret=JBSWY3DPEHPK3PXP',
      setup: 'story',
    }),
    respondsWhile(network, confirmTotp, { recoveryCodes }),
  ),
  play: async (stage) => {
    const { canvas, userEvent } = stage;
    await press(stage, 'Authenticator-App einrichten')();
    await confirm(stage, 'Weiter zur App');
    const code = await canvas.findByLabelText(/^Code aus der App/, { selector: 'input' });
    network.isUp = false;
    await userEvent.type(code, '407218'); // sends itself
    await failsFirst(canvas, network, press(stage, 'App einrichten'), () =>
      expect(code).toHaveValue('407218'),
    );
    await expect(await canvas.findByText('7KQ2M-X4HTR')).toBeVisible();
  },
};

const factor = {
  totp: { createdAt: '2026-11-20T08:00:00Z' },
  passkeys: [
    { passkeyId: 'p1', name: 'Mein Telefon', createdAt: '2026-11-18T08:00:00Z', lastUsedAt: null },
  ],
  recoveryCodesLeft: 1,
};
export const SecondFactors: Story = {
  ...settings(
    'account',
    'registered',
    devices,
    responds(getSecondFactor, factor),
    respondsWhile(network, removePasskey, { removed: true }),
    respondsWhile(network, removeTotp, { removed: true }),
    respondsWhile(network, renewRecoveryCodes, { recoveryCodes }),
  ),
  play: async (stage) => {
    await press(stage, 'Passkey entfernen: Mein Telefon')();
    await confirm(stage, 'Passkey entfernen');
    await isClosed(stage);
    await press(stage, 'Authenticator-App entfernen')();
    await confirm(stage, 'Authenticator-App entfernen');
    await isClosed(stage);
    await press(stage, 'Wiederherstellungscodes neu erstellen')();
    await confirm(stage, 'Wiederherstellungscodes neu erstellen');
    await expect(await stage.canvas.findByText('7KQ2M-X4HTR')).toBeVisible();
  },
};

const asked = { count: 0 };
const server = { isUp: false };
const passkeys = settings(
  'account',
  'registered',
  devices,
  respondsWhile(network, startPasskey, {
    options: {
      challenge: 'c3Rvcnk',
      rp: { name: 'Mandantenportal' },
      user: { id: 'dTE', name: 'j.wieland', displayName: 'j.wieland' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    },
  }),
  respondsWhile(server, addPasskey, { recoveryCodes }),
);
/** A device makes no second passkey when the server could not be reached with the first one. */
export const Passkey: Story = {
  ...passkeys,
  beforeEach: () => {
    const endings = [passkeys.beforeEach(), fakePasskeys(asked)];
    return () => {
      for (const end of endings) end();
    };
  },
  play: async (stage) => {
    const { canvas, userEvent } = stage;
    server.isUp = false;
    await press(stage, 'Passkey hinzufügen')();
    const dialog = within(await canvas.findByRole('dialog'));
    const name = await dialog.findByRole('textbox', { name: /^Name/ });
    await userEvent.type(name, 'Mein Telefon');
    await confirm(stage, 'Passkey hinzufügen');
    await waitFor(() => expect(asked.count).toBe(1));
    await failsFirst(
      canvas,
      server,
      async () => userEvent.click(dialog.getByRole('button', { name: 'Passkey hinzufügen' })),
      () => expect(name).toHaveValue('Mein Telefon'),
    );
    await expect(await canvas.findByText('7KQ2M-X4HTR')).toBeVisible();
    await expect(asked.count).toBe(1);
  },
};

const pictures = settings(
  'account',
  'registered',
  devices,
  responds(uploadFile, {
    files: [
      {
        fileuploadId: 'f1',
        fileName: 'ich.png',
        fileExtension: 'png',
        size: 3,
        hasThumbnail: false,
      },
    ],
  }),
  respondsWhile(network, setProfilePicture, { changed: true }),
  respondsWhile(network, removeProfilePicture, { removed: true }),
  respondsBytes(getProfilePicture, () => makePicture('ich', { width: 96, height: 96 }, '#41586a')),
);
/** The picture stays in its dialog, or where it is. */
export const Picture: Story = {
  ...pictures,
  beforeEach: () => {
    clearToasts();
    const endings = [pictures.beforeEach(), uploadByFetch()];
    return () => {
      for (const end of endings) end();
    };
  },
  play: async (stage) => {
    const { canvas, userEvent } = stage;
    const photo = await makePicture('ich', { width: 600, height: 600 }, '#41586a');
    await userEvent.upload(
      await canvas.findByTestId('pick-UploadId'),
      new File([photo], 'ich.jpg', { type: photo.type }),
    );
    await expect(await canvas.findByRole('slider', { name: /Vergrößern/ })).toBeVisible();
    await failsFirst(canvas, network, press(stage, 'Bild übernehmen'), () =>
      expect(canvas.getByTestId('cropper')).toBeVisible(),
    );
    await isClosed(stage);
    const remove = await canvas.findByRole('button', { name: 'Bild entfernen' });
    network.isUp = false;
    await userEvent.click(remove);
    await waitFor(() => expect(getToasts().at(-1)?.text).toMatch(offline));
    network.isUp = true;
    await userEvent.click(remove);
    await waitFor(() =>
      expect(getToasts().at(-1)?.text).toEqual({ id: 'settings.picture.removed' }),
    );
  },
};
