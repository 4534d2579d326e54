import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import { changePassword } from '#schemas/access/credentials.ts';
import {
  confirmTotp,
  getSecondFactor,
  renewRecoveryCodes,
  startTotp,
  type SecondFactor,
} from '#schemas/access/secondFactor.ts';
import { listSessions, type SessionEntry } from '#schemas/access/sessions.ts';
import {
  getNotificationSettings,
  notificationKinds,
  setNotificationSettings,
} from '#schemas/mail/notifications.ts';
import { sendSupportRequest } from '#schemas/portal/support.ts';
import { makeAccount } from '#schemas/testing/make.ts';
import { failsFirst } from '../support/failsFirst.ts';
import {
  answersWhile,
  responds,
  type mockApi,
  rejects,
  neverResponds,
} from '../support/mockApi.ts';
import { settings } from '../support/settingsPage.tsx';

/** The settings, section by section. */
const meta = {
  title: 'Screens/Settings',
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const here: SessionEntry = {
  sessionId: 's1',
  kind: 'registered',
  isCurrent: true,
  device: 'Firefox, Windows',
  network: '203.0.113.x',
  createdAt: '2026-11-20T08:00:00Z',
  lastUsedAt: '2026-11-21T11:30:00Z',
};
const phone: SessionEntry = { ...here, sessionId: 's2', isCurrent: false, device: 'Safari, iOS' };
const byPin: SessionEntry = {
  ...phone,
  sessionId: 's3',
  kind: 'unregistered',
  device: '',
  network: '2001:db8:1:x',
};

const devices = responds(listSessions, { sessions: [here, phone, byPin] });

export const Account: Story = {
  ...settings('account', 'registered', devices),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Benutzername: j.wieland')).toBeVisible();
  },
};
const provider = makeAccount({
  name: 'Aydın & Kollegen',
  mainColor: '#7d1f3f',
  totalUnreadMessage: 1,
});
/** The tab's title shows the section and unread messages, without those of a locked account. */
export const Unread: Story = {
  ...settings(
    'general',
    'registered',
    responds(listAccounts, {
      accounts: [
        provider,
        { ...provider, id: 'a2', name: 'Behrens & Lindqvist', totalUnreadMessage: 3 },
        { ...provider, id: 'a3', name: 'Falkenried', isActivated: false, totalUnreadMessage: 5 },
      ],
    }),
  ),
  play: async () =>
    waitFor(() => expect(document.title).toBe('(4) Allgemein, Einstellungen – Mandantenportal')),
};
export const AccountByPin = settings('account', 'unregistered');
export const SessionsLoading = settings('account', 'registered', neverResponds(listSessions));
export const SessionsFailed = settings(
  'account',
  'registered',
  rejects(listSessions, 'notFound', 'Das haben wir nicht gefunden.'),
);

export const EndOthers: Story = {
  ...Account,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(
      await canvas.findByRole('button', { name: 'Alle anderen Geräte abmelden' }),
    );
    await expect(
      await canvas.findByRole('dialog', { name: 'Alle anderen Geräte abmelden?' }),
    ).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Abbrechen' }));
    await expect(canvas.queryByRole('dialog')).toBeNull();
  },
};

const afterTry = (result: 1 | 2, loginAttempts: number, text: RegExp): Story => ({
  ...settings(
    'account',
    'registered',
    devices,
    responds(changePassword, { result, loginAttempts }),
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(
      await canvas.findByLabelText(/^Bisheriges Passwort/, { selector: 'input' }),
      'falsch',
    );
    await userEvent.type(
      canvas.getByLabelText(/^Neues Passwort(?! wiederholen)/, { selector: 'input' }),
      'Fahrrad-im-Regen',
    );
    await userEvent.type(
      canvas.getByLabelText(/^Neues Passwort wiederholen/, { selector: 'input' }),
      'Fahrrad-im-Regen',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Passwort ändern' }));
    const field = canvas.getByLabelText(/^Bisheriges Passwort/, { selector: 'input' });
    await waitFor(() => expect(field).toHaveAccessibleDescription(text));
    await waitFor(() => expect(field).toHaveFocus());
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  },
});
export const PasswordWrong = afterTry(2, 3, /Sie haben noch 3 Versuche/);
export const PasswordTooManyAttempts = afterTry(1, 0, /zu viele Versuche/);

const firms = responds(listAccounts, {
  accounts: [provider, { ...provider, id: 'a2', name: 'Falkenried', isActivated: false }],
});
const mailed = (dailyAt: string | null) =>
  responds(getNotificationSettings, { kinds: [...notificationKinds], dailyAt });
const saved = fn();
const network = { isUp: true };
/** Once a day: the time is asked only then. What was chosen stays without a response. */
export const Notifications: Story = {
  ...settings(
    'notifications',
    'registered',
    firms,
    mailed(null),
    answersWhile(network, {
      endpoint: setNotificationSettings,
      answer: async (_, request) => {
        const chosen: unknown = await request.json();
        saved(chosen);
        return Response.json(chosen);
      },
    }),
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText(/^E-Mails von Aydın & Kollegen sagen/)).toBeVisible();
    await expect(canvas.queryByText(/Falkenried/)).toBeNull();
    await expect(canvas.getByRole('checkbox', { name: 'Neue Dateien' })).toBeChecked();
    await expect(canvas.queryByLabelText(/^Uhrzeit/)).toBeNull();
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Neue Dateien' }));
    await userEvent.click(canvas.getByRole('radio', { name: 'Einmal am Tag' }));
    await userEvent.type(await canvas.findByLabelText(/^Uhrzeit/), '08:30');
    await failsFirst(
      canvas,
      network,
      async () =>
        userEvent.click(canvas.getByRole('button', { name: 'Benachrichtigungen speichern' })),
      async () => {
        await expect(canvas.getByRole('checkbox', { name: 'Neue Dateien' })).not.toBeChecked();
        await expect(canvas.getByLabelText(/^Uhrzeit/)).toHaveValue('08:30');
      },
    );
    await waitFor(() =>
      expect(saved).toHaveBeenCalledWith({
        kinds: ['message', 'task', 'deadline'],
        dailyAt: '08:30',
      }),
    );
  },
};
export const NotificationsDaily = settings('notifications', 'registered', firms, mailed('07:00'));
export const NotificationsFailed = settings(
  'notifications',
  'registered',
  firms,
  rejects(getNotificationSettings, 'notFound', 'Das haben wir nicht gefunden.'),
);

export const General = settings('general', 'registered');
export const About = settings('about', 'registered');
export const AboutFailed: Story = {
  ...settings(
    'about',
    'registered',
    rejects(
      sendSupportRequest,
      'tooManyRequests',
      'Das waren zu viele Versuche. Warten Sie einen Moment.',
    ),
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(
      await canvas.findByRole('textbox', { name: /Worum geht es/ }),
      'Eine Frage',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Rückmeldung senden' }));
    await expect(
      await canvas.findByText('Das waren zu viele Versuche. Warten Sie einen Moment.'),
    ).toBeVisible();
  },
};

const passkeys = [
  {
    passkeyId: 'p1',
    name: 'Mein Telefon',
    createdAt: '2026-11-18T08:00:00Z',
    lastUsedAt: '2026-11-20T08:00:00Z',
  },
  { passkeyId: 'p2', name: 'Schlüsselbund', createdAt: '2026-11-20T08:00:00Z', lastUsedAt: null },
];
const having = (left: number): SecondFactor => ({
  totp: { createdAt: '2026-11-20T08:00:00Z' },
  passkeys,
  recoveryCodesLeft: left,
});
const recoveryCodes = [
  '7KQ2M-X4HTR',
  '0SX89-JBTGE',
  'RPS4K-N9QD1',
  'TAM2Y-PDJ00',
  'RX1RQ-APM63',
  'NYWFT-MB34J',
  'TZS63-HYM9T',
  'YD2V9-V92BW',
  'NMQHH-K7PJ1',
  'WQGQE-GJWDS',
];
const begun = responds(startTotp, {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri:
    'otpauth://totp/Mandantenportal:j.wieland?issuer=Mandantenportal' +
    '&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  setup: 'story',
});

export const SecondFactorOn = settings(
  'account',
  'registered',
  devices,
  responds(getSecondFactor, having(10)),
);
export const SecondFactorFewCodes = settings(
  'account',
  'registered',
  devices,
  responds(getSecondFactor, having(1)),
);
export const SecondFactorFailed = settings(
  'account',
  'registered',
  devices,
  rejects(getSecondFactor, 'unavailable', 'Der Server ist gerade nicht erreichbar.'),
);

/** Opens the dialog up to the password. */
const setUp = (...planned: Parameters<typeof mockApi>): Story => ({
  ...settings('account', 'registered', devices, ...planned),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(
      await canvas.findByRole('button', { name: 'Authenticator-App einrichten' }),
    );
    await userEvent.type(
      await canvas.findByLabelText(/^Ihr Passwort/, { selector: 'input' }),
      'Fahrrad-im-Regen',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Weiter zur App' }));
  },
});
const thenCode = (story: Story): Story => ({
  ...story,
  play: async (context) => {
    await story.play?.(context);
    await context.userEvent.type(
      await context.canvas.findByLabelText(/^Code aus der App/, { selector: 'input' }),
      '407218',
    );
  },
});

export const SecondFactorScan: Story = setUp(begun);
export const SecondFactorTooLate = thenCode(
  setUp(
    begun,
    rejects(confirmTotp, 'tookTooLong', 'Das hat zu lange gedauert. Beginnen Sie noch einmal.'),
  ),
);
export const SecondFactorCodes = thenCode(setUp(begun, responds(confirmTotp, { recoveryCodes })));

export const RecoveryCodesRenewed: Story = {
  ...settings(
    'account',
    'registered',
    devices,
    responds(getSecondFactor, having(1)),
    responds(renewRecoveryCodes, { recoveryCodes }),
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(
      await canvas.findByRole('button', { name: 'Wiederherstellungscodes neu erstellen' }),
    );
    const dialog = await canvas.findByRole('dialog');
    await userEvent.type(
      await canvas.findByLabelText(/^Ihr Passwort/, { selector: 'input' }),
      'Fahrrad-im-Regen',
    );
    await userEvent.click([...dialog.querySelectorAll('button')].at(-1) as HTMLButtonElement);
    await expect(await canvas.findByText('7KQ2M-X4HTR')).toBeVisible();
  },
};

export const AddPasskey: Story = {
  ...Account,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Passkey hinzufügen' }));
    await expect(await canvas.findByRole('dialog', { name: 'Passkey hinzufügen' })).toBeVisible();
  },
};
