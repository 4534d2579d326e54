import type { Meta } from '@storybook/react-vite';
import { useLocation } from 'react-router-dom';
import { expect, waitFor } from 'storybook/test';
import {
  checkUsername,
  getInvitation,
  getRegistrationWizard,
  joinInvitation,
  registerUser,
  startRegistration,
  type UserData,
} from '#schemas/access/users.ts';
import { userSessions } from '#src/api/client/userSessions.ts';
import { RegistrationPage } from '#src/features/access/registration/RegistrationPage.tsx';
import type { WizardPage } from '#src/routing/paths.ts';
import { matchRoute } from '#src/routing/routes.ts';
import {
  responds,
  respondsWhile,
  isUnreachable,
  mockApi,
  rejects,
  neverResponds,
} from '../support/mockApi.ts';
import { inEnglish, onPhone } from '../support/variants.ts';
import {
  key,
  languageChoice,
  At,
  accessMeta,
  type Story,
  type Planned,
  type Play,
  changed,
  texts,
  takesNewTexts,
  invitation,
  invited,
  byLongName,
  session,
  offline,
  tooMany,
  then,
  press,
  says,
  after,
} from './accessStory.tsx';

/** The steps of the registration. */
const meta = {
  title: 'Screens/Registration',
  ...accessMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

const wizard = responds(getRegistrationWizard, {
  userId: 'storyUser',
  accountId: 'account1',
  firstName: 'Jonas',
  lastName: 'Wieland',
  email: 'jonas@example.com',
  username: '',
  token: 'story',
  joinToken: 'story',
});
const Wizard = () => (
  <RegistrationPage languageChoice={languageChoice} route={matchRoute(useLocation())} />
);
const step = (
  page: WizardPage,
  user: { isLoggedIn?: boolean; name?: string; username?: string; login?: Partial<UserData> },
  ...planned: Planned
): Story => ({
  render: () => (
    <At path={`/registration/${key}/${page}`} username={user.username}>
      <Wizard />
    </At>
  ),
  beforeEach: () => {
    if (user.isLoggedIn !== false)
      userSessions.start('unregistered', {
        ...session,
        user: { ...session.user, lastName: user.name ?? session.user.lastName },
      });
    if (user.login)
      userSessions.start('registered', { ...session, user: { ...session.user, ...user.login } });
    return mockApi(...planned);
  },
});
const goOn = {
  welcome: 'Weiter zum Benutzernamen',
  username: 'Weiter zum Passwort',
  password: 'Registrierung abschließen',
};
export const Welcome = then(step('welcome', {}, invited), says('Willkommen, Jonas Wieland'));
export const WelcomeEnglish = inEnglish(step('welcome', {}, invited));
export const WelcomeOnPhone = onPhone(Welcome);
export const WelcomeMissing = after(Welcome, goOn.welcome, /^Setzen Sie/);
export const WelcomeWithoutTerms = step(
  'welcome',
  {},
  responds(getInvitation, {
    ...invitation,
    esyThingAgb: null,
    esyThingDatenschutz: null,
    statementHashes: {},
  }),
);
export const WelcomeLongNames = onPhone(
  step(
    'welcome',
    { name: 'Freiherr von und zu Hohenstein-Brandenburger-Wollschlägermann' },
    byLongName,
  ),
);

const network = { isUp: false };
/** An invitation that did not load is loaded again by a button. */
export const WelcomeOffline: Story = then(
  {
    ...step('welcome', {}),
    beforeEach: () => {
      network.isUp = false;
      userSessions.start('unregistered', session);
      return mockApi(respondsWhile(network, getInvitation, invitation));
    },
  },
  async (context) => {
    await says(offline)(context);
    network.isUp = true;
    await press('Noch einmal versuchen')(context);
    await says('Willkommen, Jonas Wieland')(context);
  },
);
export const LinkExpired = then(
  step('welcome', {}, rejects(getInvitation, 'linkExpired', 'Dieser Link ist abgelaufen.')),
  async ({ canvas }) => {
    await canvas.findByText('Dieser Link ist abgelaufen.');
    await expect(canvas.queryByRole('button', { name: 'Noch einmal versuchen' })).toBeNull();
  },
);

const name =
  (text: string): Play =>
  async ({ canvas, userEvent }) =>
    userEvent.type(await canvas.findByRole('textbox', { name: /Benutzername/ }), text);
const getTextLeft = (element: HTMLElement): number => {
  const words = document.createRange();
  words.selectNodeContents(element);
  return words.getBoundingClientRect().left;
};
/** Expects a button without a border to begin where the title does. */
const alignsWithTitle =
  (name: string): Play =>
  async ({ canvas }) => {
    const title = await canvas.findByRole('heading', { level: 1 });
    const button = await canvas.findByRole('button', { name });
    await expect(Math.abs(getTextLeft(button) - getTextLeft(title))).toBeLessThan(1);
  };
export const Username = then(
  step('username', {}, invited, wizard),
  alignsWithTitle('Ich habe schon einen Zugang'),
);
export const UsernameEnglish = inEnglish(step('username', {}, invited, wizard));
export const UsernameOnPhone = onPhone(Username);

/** A client who has a login of another provider. */
const hasLogin = { login: { username: 'm.castillo', userStatus: 1 as const } };
export const WelcomeWithLogin = then(
  step('welcome', hasLogin, invited),
  says(/Sie haben schon einen Zugang/),
);
export const Login = then(
  then(step('login', {}, invited, wizard), says('Mit Ihrem Zugang annehmen')),
  alignsWithTitle('Neuen Zugang anlegen'),
);
export const LoginEnglish = inEnglish(step('login', {}, invited, wizard));
export const LoginOnPhone = onPhone(Login);
const addToLogin = /Behrens & Lindqvist hinzufügen/;
export const Join = then(step('login', hasLogin, invited, wizard), says('m.castillo'));
export const JoinOnPhone = onPhone(Join);
export const JoinRefused = after(
  step(
    'login',
    hasLogin,
    invited,
    wizard,
    rejects(joinInvitation, 'alreadyClient', 'Ihr Zugang gehört schon zu dieser Kanzlei.'),
  ),
  addToLogin,
  'Ihr Zugang gehört schon zu dieser Kanzlei.',
);
export const Joined = after(
  step(
    'login',
    hasLogin,
    invited,
    wizard,
    responds(joinInvitation, { user: { ...session.user, ...hasLogin.login } }),
  ),
  addToLogin,
  /gehört jetzt zu Ihrem Zugang/,
);
export const UsernameLoading = then(
  step('username', {}, invited, neverResponds(getRegistrationWizard)),
  says('Wird geladen'),
);
export const UsernameFailed = then(
  step(
    'username',
    {},
    invited,
    rejects(getRegistrationWizard, 'notFound', 'Das haben wir nicht gefunden.'),
  ),
  says('Das haben wir nicht gefunden.'),
);
export const UsernameOffline = then(
  step('username', {}, invited, isUnreachable(getRegistrationWizard)),
  says(offline),
);
export const UsernameTakenAtSubmit = then(
  then(
    step(
      'username',
      {},
      invited,
      wizard,
      responds(checkUsername, {
        isValid: false,
        reasonMessage: 'Diesen Benutzernamen hat schon jemand.',
      }),
    ),
    name('j.wieland'),
  ),
  async (context) => {
    await press(goOn.username)(context);
    await waitFor(() =>
      expect(context.canvas.getByRole('textbox', { name: /Benutzername/ })).toHaveAttribute(
        'aria-invalid',
        'true',
      ),
    );
  },
);

const both =
  (first: string, second = first): Play =>
  async ({ canvas, userEvent }) => {
    await userEvent.type(
      await canvas.findByLabelText(/^Passwort(?! w)/, { selector: 'input' }),
      first,
    );
    await userEvent.type(
      canvas.getByLabelText(/^Passwort wiederholen/, { selector: 'input' }),
      second,
    );
  };
const task = responds(startRegistration, { asyncTaskKey: 'storyTask' });
const password = (...planned: Planned): Story =>
  step('password', { username: 'j.wieland' }, invited, wizard, task, ...planned);
export const Password = then(password(), says('j.wieland'));
export const PasswordEnglish = inEnglish(password());
export const PasswordOnPhone = onPhone(Password);
export const PasswordLongName = onPhone(
  step(
    'password',
    { username: 'maximiliane.freifrau.von.hohenstein-brandenburger' },
    byLongName,
    wizard,
  ),
);
export const PasswordsDiffer = after(
  then(password(), both('Fahrrad-im-Regen', 'Fahrrad-im')),
  goOn.password,
  'Die Passwörter stimmen nicht überein.',
);
export const PasswordSending = then(
  after(
    then(password(neverResponds(registerUser)), both('Fahrrad-im-Regen')),
    goOn.password,
    goOn.password,
  ),
  async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: goOn.password })).toHaveAttribute(
      'aria-busy',
      'true',
    );
  },
);
export const PasswordOffline = after(
  then(password(isUnreachable(registerUser)), both('Fahrrad-im-Regen')),
  goOn.password,
  offline,
);
export const PasswordLocked = after(
  then(password(rejects(registerUser, 'tooManyRequests', tooMany)), both('Fahrrad-im-Regen')),
  goOn.password,
  tooMany,
);

/** The terms change during a registration: they must be accepted again. */
const begun = step(
  'welcome',
  { username: 'j.wieland' },
  {
    endpoint: getInvitation,
    answer: () => Response.json({ ...invitation, statementHashes: texts.now }),
  },
  wizard,
  task,
  responds(checkUsername, { isValid: true }),
  takesNewTexts(registerUser, '/AgbsAccepted', { userId: 'storyUser', userStatus: 1 }),
);
export const TermsChangeMeanwhile = then(begun, async (context) => {
  const { canvas, userEvent } = context;
  const goThrough = async () => {
    await press(goOn.welcome)(context);
    await press(goOn.username)(context);
    await both('Fahrrad-im-Regen')(context);
    await press(goOn.password)(context);
  };
  for (const box of await canvas.findAllByRole('checkbox')) await userEvent.click(box);
  await goThrough();
  await expect(
    await canvas.findByRole('checkbox', { name: /Nutzungsbedingungen/ }),
  ).not.toBeChecked();
  await expect(canvas.getByText(changed)).toBeVisible();
  await expect(canvas.getByRole('checkbox', { name: /Datenschutz/ })).toBeChecked();
  await userEvent.click(canvas.getByRole('checkbox', { name: /Nutzungsbedingungen/ }));
  await goThrough();
  await canvas.findByRole('heading', { name: 'Sie sind registriert' });
});

export const Done = then(step('done', {}, invited), says('Sie sind registriert'));
export const DoneEnglish = inEnglish(step('done', {}, invited));
export const DoneOnPhone = onPhone(Done);
export const DoneLoggedOut = then(
  step('done', { isLoggedIn: false }, invited),
  async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Anmelden' })).toBeVisible();
  },
);
