import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, waitFor, within } from 'storybook/test';
import { activateAccount, type StatementHashes } from '#schemas/acceptances.ts';
import { listAccounts, type Account } from '#schemas/accounts.ts';
import { loginAdhoc, requestPin, type SentPin } from '#schemas/adhoc.ts';
import {
  getPasswordReset,
  resetPassword,
  sendPasswordLink,
  sendUsername,
} from '#schemas/credentials.ts';
import type { Endpoint } from '#schemas/endpoint.ts';
import type { UserSession } from '#schemas/sessions.ts';
import {
  checkUsername,
  getInvitation,
  getRegistrationWizard,
  registerUser,
  startRegistration,
  type InvitationMetadata,
} from '#schemas/users.ts';
import { useListAccountsQuery } from '#src/api/accounts.ts';
import { userSessions } from '#src/api/userSessions.ts';
import { useGetInvitationQuery } from '#src/api/users.ts';
import { createStore } from '#src/app/store.ts';
import { ForbiddenPage } from '#src/features/access/ForbiddenPage.tsx';
import { ForgotPasswordPage, ForgotUsernamePage } from '#src/features/credentials/ForgotPage.tsx';
import { passwordReset, ResetDonePage } from '#src/features/credentials/ResetDonePage.tsx';
import { ResetPasswordPage } from '#src/features/credentials/ResetPasswordPage.tsx';
import { DashboardPage } from '#src/features/dashboard/DashboardPage.tsx';
import { LanguageChoice } from '#src/features/locale/LanguageChoice.tsx';
import { LoginPage } from '#src/features/login/LoginPage.tsx';
import { EnterPinPage } from '#src/features/pin/EnterPinPage.tsx';
import { PinDialog } from '#src/features/pin/PinDialog.tsx';
import { RequestPinPage } from '#src/features/pin/RequestPinPage.tsx';
import { RegistrationPage } from '#src/features/registration/RegistrationPage.tsx';
import { registration } from '#src/features/registration/slice.ts';
import type { WizardPage } from '#src/lib/paths.ts';
import { placeOf } from '#src/lib/routes.ts';
import { removeStored } from '#src/lib/storage.ts';
import { answers, isOffNet, mockApi, refuses, refusesFor, staysSilent } from './mockApi.ts';
import { inEnglish, onPhone } from './themes.ts';

const key = 'storyKeyStoryKeyStoryKey';
const noToast = () => undefined;
const languageChoice = <LanguageChoice />;

/** A page at its address; `username` is what the registration knows already. */
function At({
  path,
  search = '',
  state,
  username,
  children,
}: {
  path: string;
  search?: string;
  state?: unknown;
  username?: string | undefined;
  children: ReactNode;
}) {
  const [store] = useState(() => {
    const made = createStore();
    if (username !== undefined) made.dispatch(registration.actions.usernameChosen(username));
    return made;
  });
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={[{ pathname: path, search, state }]}>{children}</MemoryRouter>
    </Provider>
  );
}

/** As the guards do: the invitation is looked up before the page is shown. */
function Invited({ children }: { children: ReactNode }) {
  const { data, error } = useGetInvitationQuery({ params: { hashUserKey: key } });
  return data || error ? children : null;
}

/** The way in, step by step, in all its states. */
const meta = {
  title: 'Screens/Access',
  parameters: { isPage: true, layout: 'fullscreen' },
  beforeEach: () => () =>
    (['registeredSession', 'unregisteredSession', 'registration'] as const).forEach(removeStored),
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;
type Planned = Parameters<typeof mockApi>;
type Play = NonNullable<Story['play']>;

const oldTexts = { agb: 'a'.repeat(64), datenschutz: 'c'.repeat(64) };
const newTexts = { ...oldTexts, agb: 'b'.repeat(64) };
const changed = 'Der Text, dem Sie zustimmen, wurde gerade geändert.';
/** Which texts there are; the first call that accepts any finds them changed. */
const texts = { now: oldTexts, areAccepted: false };
const forgetTexts = (): void => {
  Object.assign(texts, { now: oldTexts, areAccepted: false });
};
const takesNewTexts = (endpoint: Endpoint, field: string, reply: object): Planned[0] => ({
  endpoint,
  async answer(_, request) {
    const { statementHashes } = (await request.json()) as { statementHashes?: StatementHashes };
    texts.areAccepted = statementHashes?.agb === newTexts.agb;
    texts.now = newTexts;
    if (texts.areAccepted) return Response.json(reply);
    return Response.json(
      { reason: 'statementsChanged', reasonMessage: changed, fields: { [field]: changed } },
      { status: 409 },
    );
  },
});

const invitation: InvitationMetadata = {
  uniqueAccountKey: 'account1',
  accountId: 'account1',
  accountName: 'Behrens & Lindqvist',
  userId: 'storyUser',
  userStatus: 0,
  authentication: key,
  userRegistered: false,
  isSmsAvailable: true,
  language: 'de',
  pregivenUsername: null,
  esyThingAgb: '## Bedingungen',
  esyThingDatenschutz: '## Datenschutz',
  statementHashes: oldTexts,
  phone: '+49 40 555 0142',
  address: { street: 'Alte Werft 21', postalCode: '20457', city: 'Hamburg' },
  mainColor: '#14505c',
  secondaryColor: '#c08a3e',
  primaryLogoUrl: null,
  assistants: [],
};
const longName =
  'Rechtsanwaltspartnerschaftsgesellschaft Freiherr von und zu Hohenstein-Brandenburger, Wollschlägermann & Kolleginnen mbB';
const invited = answers(getInvitation, invitation);
const byLongName = answers(getInvitation, {
  ...invitation,
  accountName: longName,
  isSmsAvailable: false,
});
const session: UserSession = {
  accessToken: 'story',
  sessionId: 's1',
  user: {
    userId: 'storyUser',
    firstName: 'Jonas',
    lastName: 'Wieland',
    salutation: 'Herr',
    email: 'jonas@example.com',
    username: null,
    userStatus: 0,
    accountId: 'account1',
    accountIds: ['account1'],
    accountIdsWithoutDashboard: [],
    uniqueAccountKeys: [],
    hasProfilePicture: false,
  },
};
const offline = /^Wir erreichen den Server gerade nicht/;
const tooMany = 'Das waren zu viele Versuche. Warten Sie einen Moment.';

const shown = (render: () => ReactNode, ...planned: Planned): Story => ({
  render: () => <>{render()}</>,
  beforeEach: () => mockApi(...planned),
});
const then = (story: Story, play: Play): Story => ({
  ...story,
  play: async (context) => {
    await story.play?.(context);
    await play(context);
  },
});
const press =
  (name: string | RegExp): Play =>
  async ({ canvas, userEvent }) =>
    userEvent.click(await canvas.findByRole('button', { name }));
const says =
  (text: string | RegExp): Play =>
  async ({ canvas }) => {
    await expect((await canvas.findAllByText(text))[0]).toBeVisible();
  };
/** A press, and what is said then. */
const after = (story: Story, name: string | RegExp, text: string | RegExp): Story =>
  then(then(story, press(name)), says(text));

// ── A PIN is requested
const start = (...planned: Planned): Story =>
  shown(
    () => (
      <At path={`/start/${key}`}>
        <RequestPinPage
          languageChoice={languageChoice}
          place={placeOf({ pathname: `/start/${key}`, search: '' })}
          showToast={noToast}
        />
      </At>
    ),
    ...planned,
  );
const byMail = answers(getInvitation, { ...invitation, isSmsAvailable: false });
export const RequestPin = start(invited);
export const RequestPinEnglish = inEnglish(RequestPin);
export const RequestPinOnPhone = onPhone(RequestPin);
export const RequestPinSending = then(
  then(start(byMail, staysSilent(requestPin)), press('PIN anfordern')),
  async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'PIN anfordern' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
  },
);
export const RequestPinNotSent = after(
  start(byMail, refuses(requestPin, 'pinNotSent', 'Die PIN konnte nicht gesendet werden.')),
  'PIN anfordern',
  'Die PIN konnte nicht gesendet werden.',
);
export const RequestPinTooOften = after(
  start(byMail, refuses(requestPin, 'tooManyRequests', tooMany)),
  'PIN anfordern',
  tooMany,
);
export const RequestPinTooSoon = after(
  start(byMail, refusesFor(43_000, requestPin, 'tooManyRequests')),
  'PIN anfordern',
  'Sie haben schon eine PIN angefordert. Die nächste gibt es in einer Minute.',
);
export const RequestPinTooSoonIsOver = after(
  start(byMail, refusesFor(1_500, requestPin, 'tooManyRequests')),
  'PIN anfordern',
  'Sie können jetzt eine neue PIN anfordern.',
);
export const RequestPinUntilTomorrow = after(
  start(byMail, refusesFor(20 * 3_600_000, requestPin, 'tooManyRequests')),
  'PIN anfordern',
  /Die nächste gibt es ab .* Uhr\./,
);
export const RequestPinOffline = after(
  start(byMail, isOffNet(requestPin)),
  'PIN anfordern',
  offline,
);
export const RequestPinLongName = start(byLongName);
export const RequestPinLongNameOnPhone = onPhone(RequestPinLongName);
export const Channel = after(RequestPin, 'PIN anfordern', 'Per SMS');
export const ChannelOnPhone = onPhone(Channel);
export const ChannelEnglish = inEnglish(after(RequestPin, 'Request PIN', 'By SMS'));

// ── It is entered
const enter = (sent: (SentPin & { secondsAgo: number }) | undefined, ...planned: Planned): Story =>
  shown(
    () => (
      <At
        path={`/enter-pin/${key}`}
        state={sent && { ...sent, sentAt: Date.now() - sent.secondsAgo * 1_000 }}
      >
        <EnterPinPage
          languageChoice={languageChoice}
          place={placeOf({ pathname: `/enter-pin/${key}`, search: '' })}
        />
      </At>
    ),
    ...planned,
  );
const typed = (story: Story): Story =>
  then(story, async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox'), '407218');
  });
const bySms = { channel: 'Sms', numberEndsWith: '123', secondsAgo: 5 } as const;
export const EnterPin = then(
  then(enter(bySms, invited), says(/In \d+ Sekunden/)),
  says('••••• 123'),
);
export const EnterPinOnPhone = onPhone(EnterPin);
export const EnterPinEnglish = inEnglish(enter(bySms, invited));
export const EnterPinAgain = then(
  enter({ channel: 'Email', secondsAgo: 90 }, invited),
  says(/Neue PIN anfordern/),
);
export const EnterPinUnsent = enter(undefined, invited);
export const EnterPinSending = typed(enter(bySms, invited, staysSilent(loginAdhoc)));
export const EnterPinWrong = then(
  typed(enter(bySms, invited, refuses(loginAdhoc, 'falsePin', 'Die PIN ist falsch.'))),
  says('Die PIN ist falsch.'),
);
export const EnterPinWrongOnPhone = onPhone(EnterPinWrong);
export const EnterPinVoid = then(
  typed(
    enter(
      bySms,
      invited,
      refuses(loginAdhoc, 'pinVoid', 'Diese PIN gilt nicht. Bitte fordern Sie eine neue PIN an.'),
    ),
  ),
  says(/^Diese PIN gilt nicht/),
);
export const EnterPinOffline = then(
  typed(enter(bySms, invited, isOffNet(loginAdhoc))),
  says(offline),
);
export const EnterPinLongName = onPhone(enter(bySms, byLongName));

// ── It is asked for again, over the page that somebody works on
const again = (...planned: Planned): Story =>
  shown(
    () => (
      <At path="/settings/about">
        <PinDialog hashUserKey={key} />
      </At>
    ),
    ...planned,
  );
export const PinAgain = then(again(invited), says(/Was Sie geschrieben haben, bleibt stehen/));
export const PinAgainOffline = then(again(isOffNet(getInvitation)), says(offline));
export const PinAgainOnPhone = onPhone(PinAgain);
export const PinAgainSent = after(
  again(byMail, answers(requestPin, { channel: 'Email' })),
  'PIN anfordern',
  /^Wir haben Ihnen per E-Mail/,
);
export const PinAgainVoid = after(
  typed(
    after(
      again(
        byMail,
        answers(requestPin, { channel: 'Email' }),
        refuses(loginAdhoc, 'pinVoid', 'Diese PIN gilt nicht.'),
      ),
      'PIN anfordern',
      /^Wir haben Ihnen per E-Mail/,
    ),
  ),
  'Neue PIN anfordern',
  'PIN anfordern',
);

// ── The registration
const wizard = answers(getRegistrationWizard, {
  userId: 'storyUser',
  accountId: 'account1',
  firstName: 'Jonas',
  lastName: 'Wieland',
  email: 'jonas@example.com',
  username: '',
  token: 'story',
});
const Wizard = () => (
  <RegistrationPage languageChoice={languageChoice} place={placeOf(useLocation())} />
);
const step = (
  page: WizardPage,
  user: { isLoggedIn?: boolean; name?: string; username?: string },
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
  answers(getInvitation, {
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

const name =
  (text: string): Play =>
  async ({ canvas, userEvent }) =>
    userEvent.type(await canvas.findByRole('textbox', { name: /Benutzername/ }), text);
export const Username = step('username', {}, invited, wizard);
export const UsernameEnglish = inEnglish(Username);
export const UsernameOnPhone = onPhone(Username);
export const UsernameLoading = then(
  step('username', {}, invited, staysSilent(getRegistrationWizard)),
  says('Wird geladen'),
);
export const UsernameFailed = then(
  step(
    'username',
    {},
    invited,
    refuses(getRegistrationWizard, 'notFound', 'Das haben wir nicht gefunden.'),
  ),
  says('Das haben wir nicht gefunden.'),
);
export const UsernameOffline = then(
  step('username', {}, invited, isOffNet(getRegistrationWizard)),
  says(offline),
);
export const UsernameTakenAtSubmit = then(
  then(
    step(
      'username',
      {},
      invited,
      wizard,
      answers(checkUsername, {
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
const task = answers(startRegistration, { asyncTaskKey: 'storyTask' });
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
    then(password(staysSilent(registerUser)), both('Fahrrad-im-Regen')),
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
  then(password(isOffNet(registerUser)), both('Fahrrad-im-Regen')),
  goOn.password,
  offline,
);
export const PasswordLocked = after(
  then(password(refuses(registerUser, 'tooManyRequests', tooMany)), both('Fahrrad-im-Regen')),
  goOn.password,
  tooMany,
);

/** The terms become others while somebody registers: they are led back to them, read, tick again and go on. */
const begun = step(
  'welcome',
  { username: 'j.wieland' },
  {
    endpoint: getInvitation,
    answer: () => Response.json({ ...invitation, statementHashes: texts.now }),
  },
  wizard,
  task,
  answers(checkUsername, { isValid: true }),
  takesNewTexts(registerUser, '/AgbsAccepted', { userId: 'storyUser', userStatus: 1 }),
);
export const TermsChangeMeanwhile = then(begun, async (context) => {
  const { canvas, userEvent } = context;
  forgetTexts();
  const goThrough = async () => {
    await press(goOn.welcome)(context);
    await press(goOn.username)(context);
    await both('Fahrrad-im-Regen')(context);
    await press(goOn.password)(context);
  };
  for (const box of await canvas.findAllByRole('checkbox')) await userEvent.click(box);
  await goThrough();
  await expect(
    await canvas.findByRole('checkbox', { name: /Mandatsbedingungen/ }),
  ).not.toBeChecked();
  await expect(canvas.getByText(changed)).toBeVisible();
  await expect(canvas.getByRole('checkbox', { name: /Datenschutz/ })).toBeChecked();
  await userEvent.click(canvas.getByRole('checkbox', { name: /Mandatsbedingungen/ }));
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

// ── A way back to a login
const forgotten = { password: ForgotPasswordPage, username: ForgotUsernamePage };
const forgot = (kind: keyof typeof forgotten, ...planned: Planned): Story => {
  const Page = forgotten[kind];
  const path = `/forget-${kind}`;
  return shown(
    () => (
      <At path={path}>
        <Page languageChoice={languageChoice} place={placeOf({ pathname: path, search: '' })} />
      </At>
    ),
    ...planned,
  );
};
const asked = (story: Story, text: string, button: string): Story =>
  then(
    then(story, async ({ canvas, userEvent }) => {
      await userEvent.type(await canvas.findByRole('textbox'), text);
    }),
    press(button),
  );
const link = 'Link anfordern';
export const ForgotPassword = forgot('password');
export const ForgotPasswordEnglish = inEnglish(ForgotPassword);
export const ForgotPasswordOnPhone = onPhone(ForgotPassword);
export const ForgotPasswordEmpty = then(ForgotPassword, press(link));
export const ForgotPasswordSending = asked(
  forgot('password', staysSilent(sendPasswordLink)),
  'j.wieland',
  link,
);
export const ForgotPasswordOffline = then(
  asked(forgot('password', isOffNet(sendPasswordLink)), 'j.wieland', link),
  says(offline),
);
export const ForgotPasswordTooOften = then(
  asked(
    forgot('password', refuses(sendPasswordLink, 'tooManyRequests', tooMany)),
    'j.wieland',
    link,
  ),
  says(tooMany),
);
export const MailSent = then(
  asked(forgot('password', answers(sendPasswordLink, { sent: true })), 'j.wieland', link),
  async ({ canvas }) => {
    await waitFor(() =>
      expect(
        canvas.getByRole('heading', { level: 1, name: 'Sehen Sie in Ihr Postfach' }),
      ).toHaveFocus(),
    );
  },
);
export const MailSentOnPhone = onPhone(MailSent);
export const ForgotUsername = forgot('username');
export const ForgotUsernameInvalid = asked(
  forgot('username', staysSilent(sendUsername)),
  'jonas',
  'Benutzernamen anfordern',
);

const reset = (...planned: Planned): Story =>
  shown(
    () => (
      <At path={`/reset-password/${key}`}>
        <ResetPasswordPage
          languageChoice={languageChoice}
          place={placeOf({ pathname: `/reset-password/${key}`, search: '' })}
        />
      </At>
    ),
    ...planned,
  );
const whose = answers(getPasswordReset, { username: 'j.wieland' });
export const Reset = then(reset(whose), says('j.wieland'));
export const ResetEnglish = inEnglish(reset(whose));
export const ResetOnPhone = onPhone(Reset);
export const ResetLoading = reset(staysSilent(getPasswordReset));
export const ResetVoid = then(
  reset(refuses(getPasswordReset, 'linkExpired', 'Dieser Link gilt nicht mehr.')),
  says('Dieser Link gilt nicht mehr.'),
);
export const ResetOffline = then(reset(isOffNet(getPasswordReset)), says(offline));
export const ResetUsedMeanwhile = after(
  then(
    reset(whose, refuses(resetPassword, 'linkExpired', 'Dieser Link gilt nicht mehr.')),
    async ({ canvas, userEvent }) => {
      await userEvent.type(
        await canvas.findByLabelText(/^Neues Passwort(?! w)/, { selector: 'input' }),
        'Fahrrad-im-Regen',
      );
      await userEvent.type(
        canvas.getByLabelText(/^Neues Passwort wiederholen/, { selector: 'input' }),
        'Fahrrad-im-Regen',
      );
    },
  ),
  'Passwort festlegen',
  'Dieser Link gilt nicht mehr.',
);
const done = shown(() => (
  <At path="/reset-password-done" state={passwordReset}>
    <ResetDonePage languageChoice={languageChoice} />
  </At>
));
export const ResetDone = done;
export const ResetDoneEnglish = inEnglish(done);
export const ResetDoneOnPhone = onPhone(done);

// ── What an invitation's key does elsewhere
const atLogin = (...planned: Planned): Story =>
  shown(
    () => (
      <At path={`/login/${key}`}>
        <Invited>
          <LoginPage
            languageChoice={languageChoice}
            place={placeOf({ pathname: `/login/${key}`, search: '' })}
          />
        </Invited>
      </At>
    ),
    ...planned,
  );
export const LoginByKey = then(atLogin(invited), says('Behrens & Lindqvist'));
export const LoginByUnknownKey = then(
  atLogin(refuses(getInvitation, 'linkInvalid', 'Dieser Link ist ungültig.')),
  says(/^Mandanten.?portal$/),
);
export const LoginByLongName = onPhone(atLogin(byLongName));
const refusedKey = (...planned: Planned): Story =>
  shown(
    () => (
      <At path={`/start/${key}`}>
        <Invited>
          <ForbiddenPage languageChoice={languageChoice} place={{ params: { hashUserKey: key } }} />
        </Invited>
      </At>
    ),
    ...planned,
  );
export const LinkExpired = then(
  refusedKey(refuses(getInvitation, 'linkExpired', 'Dieser Link gilt nicht mehr.')),
  says(/Kanzlei|Anbieter/),
);
export const LinkExpiredOnPhone = onPhone(LinkExpired);
export const LinkUnknown = then(
  refusedKey(refuses(getInvitation, 'linkInvalid', 'Dieser Link ist ungültig.')),
  says('Zugriff verweigert'),
);
export const LinkUnknownEnglish = inEnglish(
  refusedKey(refuses(getInvitation, 'linkInvalid', 'This link is invalid.')),
);
export const LinkOffline = then(refusedKey(isOffNet(getInvitation)), async ({ canvas }) => {
  await expect(await canvas.findByRole('button', { name: 'Neu laden' })).toBeVisible();
});

// ── An account is activated
const locked: Account = {
  id: 'account1',
  name: 'Nordwind Coaching',
  uniqueAccountKey: 'nordwind',
  address: { street: 'Am Deich 21', postalCode: '26122', city: 'Oldenburg' },
  phone: '',
  fax: '',
  website: '',
  mainColor: '#f2b705',
  secondaryColor: '#2c3f7d',
  primaryLogoUrl: null,
  secondaryLogoUrl: null,
  isActivated: false,
  isDashboardDisabled: false,
  esyThingAgb: '## Bedingungen',
  esyThingDatenschutz: '## Datenschutz',
  statementHashes: oldTexts,
  assistants: [],
  totalUnreadMessage: 0,
  categories: [],
  caseCount: 2,
  feedbackUrl: null,
  autoResponderSetting: { isActivated: false, message: '' },
};
const board = (...planned: Planned): Story => ({
  render: () => (
    <At path="/dashboard">
      <DashboardPage cases={null} showToast={noToast} />
    </At>
  ),
  beforeEach: () => {
    userSessions.start('registered', session);
    return mockApi(...planned, answers(listAccounts, { accounts: [locked] }));
  },
});
const accept: Play = async ({ canvas, userEvent }) =>
  userEvent.click(await canvas.findByRole('checkbox'));
const activate: Play = async ({ canvas, userEvent }) =>
  userEvent.click(await canvas.findByRole('button', { name: 'Zugang aktivieren' }));
export const Activation = then(board(), async ({ canvas }) => {
  await expect(await canvas.findByRole('checkbox')).toBeVisible();
  await expect(canvas.getByRole('button', { name: 'Zugang aktivieren' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
export const ActivationEnglish = inEnglish(board());
export const ActivationAccepted = then(Activation, accept);
const another: Account = { ...locked, id: 'account2', name: 'Falkenried Rechtsanwälte' };
/** One at a time: the other card has a button, and the focus goes where it leads. */
export const ActivationOfSeveral = then(
  board({ endpoint: listAccounts, answer: () => Response.json({ accounts: [locked, another] }) }),
  async ({ canvas, userEvent }) => {
    await expect(
      await canvas.findByRole('group', { name: 'Zugang bei Nordwind Coaching aktivieren' }),
    ).toBeVisible();
    await userEvent.click(
      canvas.getByRole('button', { name: 'Zugang aktivieren: Falkenried Rechtsanwälte' }),
    );
    await expect(
      await within(
        await canvas.findByRole('group', {
          name: 'Zugang bei Falkenried Rechtsanwälte aktivieren',
        }),
      ).findByRole('checkbox'),
    ).toHaveFocus();
    await expect(
      canvas.getByRole('button', { name: 'Zugang aktivieren: Nordwind Coaching' }),
    ).toBeVisible();
  },
);
/** A link names the one that is to be activated, and it is open at once. */
export const ActivationByLink = then(
  {
    ...board({
      endpoint: listAccounts,
      answer: () => Response.json({ accounts: [locked, another] }),
    }),
    render: () => (
      <At path="/dashboard" search="?accid=account2&activateMode=1">
        <DashboardPage cases={null} showToast={noToast} />
      </At>
    ),
  },
  async ({ canvas }) => {
    const box = await within(
      await canvas.findByRole('group', { name: 'Zugang bei Falkenried Rechtsanwälte aktivieren' }),
    ).findByRole('checkbox');
    await waitFor(() => expect(box).toHaveFocus());
    await expect(canvas.queryByRole('complementary', { name: 'Ihr Anbieter' })).toBeNull();
  },
);
const clicked = { isActivated: false };
/** Where nothing is to be accepted a click is enough. */
export const ActivationByClick = then(
  board(
    {
      endpoint: listAccounts,
      answer: () =>
        Response.json({
          accounts: [
            {
              ...locked,
              esyThingAgb: null,
              esyThingDatenschutz: null,
              statementHashes: {},
              isActivated: clicked.isActivated,
            },
          ],
        }),
    },
    {
      endpoint: activateAccount,
      answer: () => {
        clicked.isActivated = true;
        return Response.json({ isActivated: true });
      },
    },
  ),
  async ({ canvas, userEvent }) => {
    clicked.isActivated = false;
    await expect(canvas.queryByRole('checkbox')).toBeNull();
    await userEvent.click(
      await canvas.findByRole('button', { name: 'Zugang aktivieren: Nordwind Coaching' }),
    );
    await expect(
      await canvas.findByRole('link', { name: 'Details zu Nordwind Coaching' }),
    ).toBeVisible();
  },
);
const boardOfNewTexts = board(
  {
    endpoint: listAccounts,
    answer: () =>
      Response.json({
        accounts: [
          {
            ...locked,
            name: texts.now === newTexts ? 'Nordwind' : locked.name,
            statementHashes: texts.now,
            isActivated: texts.areAccepted,
          },
        ],
      }),
  },
  takesNewTexts(activateAccount, '/agbAndDatenschutzAccepted', { isActivated: true }),
);
const isRefusedOnce: Play = async (context) => {
  const { canvas } = context;
  await accept(context);
  await activate(context);
  await expect(await canvas.findByText(changed)).toBeVisible();
  await expect(canvas.getByRole('checkbox')).not.toBeChecked();
  await accept(context);
  await activate(context);
  await waitFor(() => expect(canvas.queryByRole('checkbox')).toBeNull());
};
export const ActivationTermsChange = then(boardOfNewTexts, async (context) => {
  forgetTexts();
  await isRefusedOnce(context);
});
function RereadAccounts() {
  const { refetch } = useListAccountsQuery();
  return (
    <button type="button" onClick={() => void refetch()}>
      Neu lesen
    </button>
  );
}
/** The account is read anew, as after an event, between reading its terms and accepting them: what was read is not what is there now. */
export const ActivationTermsChangeMeanwhile = then(
  {
    ...boardOfNewTexts,
    render: () => (
      <At path="/dashboard">
        <RereadAccounts />
        <DashboardPage cases={null} showToast={noToast} />
      </At>
    ),
  },
  async (context) => {
    const { canvas, userEvent } = context;
    forgetTexts();
    await canvas.findByRole('checkbox');
    texts.now = newTexts;
    await userEvent.click(canvas.getByRole('button', { name: 'Neu lesen' }));
    await canvas.findByRole('group', { name: 'Zugang bei Nordwind aktivieren' });
    await isRefusedOnce(context);
  },
);
export const ActivationFailed = then(
  then(
    then(board(refuses(activateAccount, 'conflict', 'Das geht gerade nicht.')), accept),
    activate,
  ),
  says('Das geht gerade nicht.'),
);
