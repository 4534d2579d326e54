import type { Meta } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import {
  giveSecondFactor,
  loginByPasskey,
  startPasskeyLogin,
} from '#schemas/access/secondFactor.ts';
import type { AccessPageState } from '#schemas/access/accessPages.ts';
import { login, refreshSession } from '#schemas/access/sessions.ts';
import { makeSession } from '#schemas/testing/make.ts';
import { readStored, writeStored } from '#src/device/storage.ts';
import { AccessPageContext } from '#src/forms/accessPageData.ts';
import { LoggedInPage } from '#src/features/access/login/LoggedInPage.tsx';
import { LoginPage } from '#src/features/access/login/LoginPage.tsx';
import { failsFirst, offline } from '../support/failsFirst.ts';
import { fakePasskeys } from '../support/fakePasskeys.ts';
import {
  isUnreachable,
  mockApi,
  neverResponds,
  rejects,
  responds,
  respondsWhile,
} from '../support/mockApi.ts';
import { inWindow } from '../support/variants.ts';
import { portalMeta, type Story, language, route, page } from '../portal/portalStory.tsx';

/** The login with a second factor and a lock. */
const meta = {
  title: 'Screens/Login',
  ...portalMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

const submittedTo = (planned: Parameters<typeof mockApi>, text: string): Story => ({
  ...page(() => <LoginPage languageChoice={language} route={route} />, ...planned),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: /Benutzername/ }), 'j.wieland');
    await userEvent.type(
      canvas.getByLabelText(/^Passwort(?! )/, { selector: 'input' }),
      'Fahrrad-im-Regen',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Anmelden' }));
    await expect(await canvas.findByText(text)).toBeInTheDocument();
  },
});

const submitted = (planned: Parameters<typeof mockApi>[0], text: string): Story =>
  submittedTo([planned], text);

export const Login = page(() => <LoginPage languageChoice={language} route={route} />);
/** On a tablet the introduction is beside the form in both orientations. */
const onTablet = (width: number, height: number): Story =>
  inWindow<Story>(
    {
      ...Login,
      play: async ({ canvas }) => {
        await expect(await canvas.findByRole('button', { name: 'Anmelden' })).toBeVisible();
        await expect(canvas.getByRole('complementary')).toBeVisible();
        await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      },
    },
    width,
    height,
  );
export const LoginOnTablet = onTablet(768, 1024);
export const LoginOnTabletHeldWide = onTablet(1024, 768);
export const LoginEmpty: Story = {
  ...Login,
  play: async ({ canvas, userEvent }) =>
    userEvent.click(await canvas.findByRole('button', { name: 'Anmelden' })),
};
const wrongLogin = submitted(
  rejects(login, 'wrongCredentials', 'Benutzername oder Passwort ist falsch.'),
  'Benutzername oder Passwort ist falsch.',
);
export const LoginWrong: Story = {
  ...wrongLogin,
  play: async (context) => {
    const { canvas, userEvent } = context;
    await wrongLogin.play?.(context);
    const password = canvas.getByLabelText(/^Passwort(?! )/, { selector: 'input' });
    await waitFor(() => expect(password).toHaveFocus());
    await expect(password).toBeInvalid();
    await expect(password).toHaveAccessibleDescription('Benutzername oder Passwort ist falsch.');
    await userEvent.type(password, 'F');
    await expect(password).toBeValid();
    await userEvent.clear(password);
  },
};
export const LoginNoAccess = submitted(
  rejects(
    login,
    'noAccess',
    'Sie haben hier keinen Zugang. Bitte wenden Sie sich an Ihre Kanzlei.',
  ),
  'Sie haben hier keinen Zugang. Bitte wenden Sie sich an Ihre Kanzlei.',
);

const secondStep = responds(login, { challenge: 'story', methods: ['totp', 'recoveryCode'] });
export const LoginSecondStep = submittedTo([secondStep], 'Noch ein Schritt');
export const LoginWrongCode: Story = {
  ...submittedTo(
    [
      secondStep,
      rejects(
        giveSecondFactor,
        'wrongCode',
        'Der Code ist falsch oder schon benutzt. Nehmen Sie den, der jetzt gilt. Sie haben noch 3 Versuche.',
      ),
    ],
    'Noch ein Schritt',
  ),
  play: async (context) => {
    await LoginSecondStep.play?.(context);
    await context.userEvent.type(
      await context.canvas.findByLabelText(/^Code aus der App/, { selector: 'input' }),
      '407218',
    );
    await expect(await context.canvas.findByText(/^Der Code ist falsch/)).toBeInTheDocument();
  },
};
const network = { isUp: true };
/** The button stays, and says why it did nothing. */
export const LoginByPasskeyOffline: Story = {
  ...Login,
  beforeEach: () => {
    const endings = [
      mockApi(
        respondsWhile(network, startPasskeyLogin, { options: { challenge: 'c3Rvcnk' } }),
        respondsWhile(network, loginByPasskey, makeSession()),
      ),
      fakePasskeys({ count: 0 }),
    ];
    return () => {
      for (const end of endings) end();
    };
  },
  play: async ({ canvas, userEvent }) => {
    const button = await canvas.findByRole('button', { name: 'Passkey benutzen' });
    await failsFirst(canvas, network, async () => userEvent.click(button));
    await waitFor(() => expect(readStored('registeredSession')).toBeDefined());
  },
};
/** Password and code stay while the server cannot be reached. */
export const LoginOffline: Story = {
  ...page(
    () => <LoginPage languageChoice={language} route={route} />,
    respondsWhile(network, login, { challenge: 'story', methods: ['totp', 'recoveryCode'] }),
    respondsWhile(network, giveSecondFactor, makeSession()),
  ),
  play: async ({ canvas, userEvent }) => {
    const find = (label: RegExp) => canvas.findByLabelText(label, { selector: 'input' });
    const press = async () => userEvent.click(canvas.getByRole('button', { name: 'Anmelden' }));
    const password = await find(/^Passwort(?! )/);
    await userEvent.type(canvas.getByRole('textbox', { name: /Benutzername/ }), 'j.wieland');
    await userEvent.type(password, 'Fahrrad-im-Regen');
    await failsFirst(canvas, network, press, () =>
      expect(password).toHaveValue('Fahrrad-im-Regen'),
    );
    const code = await find(/^Code aus der App/);
    network.isUp = false;
    await userEvent.type(code, '407218');
    await expect(await canvas.findByText(offline)).toBeVisible();
    await failsFirst(canvas, network, press, () => expect(code).toHaveValue('407218'));
    await waitFor(() => expect(readStored('registeredSession')).toBeDefined());
  },
};
export const LoginPasskeyStep = submittedTo(
  [responds(login, { challenge: 'story', methods: ['passkey', 'totp', 'recoveryCode'] })],
  'Noch ein Schritt',
);
export const LoginRecoveryCode = submittedTo(
  [responds(login, { challenge: 'story', methods: ['recoveryCode', 'totp'] })],
  'Noch ein Schritt',
);

const lockedFor = (ms: number): Story => ({
  ...Login,
  beforeEach: () => {
    writeStored('loginLocks', { one: new Date(Date.now() + ms).toISOString() });
    return mockApi();
  },
});
export const LoginLocked: Story = {
  ...lockedFor(277_000),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText('Ihr Zugang ist kurz gesperrt.')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Anmelden' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Anmelden' }));
    await expect(canvas.getByRole('button', { name: 'Anmelden' })).toHaveFocus();
  },
};
/** A reset on another device removed the lock; this device learns it from the client. */
export const LoginLockEndedElsewhere: Story = {
  ...LoginLocked,
  beforeEach: () => {
    writeStored('loginLocks', { one: new Date(Date.now() + 277_000).toISOString() });
    return mockApi({
      endpoint: login,
      answer: () =>
        Response.json(
          {
            reason: 'loginLocked',
            reasonMessage: 'Gesperrt',
            nextPossibleRetry: new Date(Date.now() + 60_000).toISOString(),
          },
          { status: 423 },
        ),
    });
  },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await LoginLocked.play?.(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Ich habe ein neues Passwort' }));
    await expect(canvas.queryByText('Ihr Zugang ist kurz gesperrt.')).toBeNull();
    await expect(canvas.getByRole('textbox', { name: /Benutzername/ })).toHaveFocus();
    await userEvent.type(canvas.getByRole('textbox', { name: /Benutzername/ }), 'j.wieland');
    await userEvent.type(
      canvas.getByLabelText(/^Passwort(?! )/, { selector: 'input' }),
      'Fahrrad-im-Regen',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Anmelden' }));
    // the server's lock is shown again
    await expect(await canvas.findByText('Ihr Zugang ist kurz gesperrt.')).toBeVisible();
  },
};
export const LoginTimeIsUp: Story = {
  ...lockedFor(1_000),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Sie können sich wieder anmelden.')).toBeVisible());
    await expect(canvas.getByRole('button', { name: 'Anmelden' })).not.toHaveAttribute(
      'aria-disabled',
    );
  },
};

/** A login that was posted before its scripts arrived. */
const posted = (state: AccessPageState): Story =>
  page(() => (
    <AccessPageContext value={{ page: 'login', language: 'de', ...state }}>
      <LoginPage languageChoice={language} route={route} />
    </AccessPageContext>
  ));
const answers = { Username: 'j.wieland' };
export const LoginPosted: Story = {
  ...posted({
    posted: {
      answers,
      errors: [],
      failure: 'Benutzername oder Passwort ist falsch.',
      refused: 'Password',
    },
  }),
  play: async ({ canvas }) => {
    const password = await canvas.findByLabelText(/^Passwort(?! )/, { selector: 'input' });
    await expect(password).toHaveAccessibleDescription('Benutzername oder Passwort ist falsch.');
    await expect(canvas.getByRole('textbox', { name: /Benutzername/ })).toHaveValue('j.wieland');
  },
};
export const LoginPostedEmpty = posted({
  posted: {
    answers: {},
    errors: ['Username', 'Password'].map((id) => ({
      address: id,
      pointer: `/${id}`,
      rule: 'required',
    })),
  },
});
export const LoginPostedLocked: Story = {
  ...posted({
    posted: { answers, errors: [] },
    lock: { secondsLeft: 277, until: new Date(Date.now() + 277_000).toISOString() },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Ihr Zugang ist kurz gesperrt.')).toBeVisible();
  },
};
export const LoginPostedStartsOver = posted({
  posted: { answers, errors: [] },
  notice: 'Das hat zu lange gedauert. Beginnen Sie noch einmal.',
});
export const LoginPostedCode = posted({
  second: {
    state: 'sealed',
    challenge: 'story',
    username: 'j.wieland',
    methods: ['totp', 'recoveryCode'],
    method: 'totp',
  },
});

/** The page after a login without scripts, once they have arrived. */
const loggedIn = (...planned: Parameters<typeof mockApi>): Story =>
  page(() => <LoggedInPage languageChoice={language} />, ...planned);
export const LoggedIn = loggedIn(neverResponds(refreshSession));
export const LoggedInOffline: Story = {
  ...loggedIn(isUnreachable(refreshSession)),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toBeVisible();
  },
};
