import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, waitFor, within } from 'storybook/test';
import { getTerms, listAccounts, type Account } from '#schemas/accounts.ts';
import { getLegalText } from '#schemas/legalTexts.ts';
import { giveSecondFactor } from '#schemas/secondFactor.ts';
import { login, type UserSession } from '#schemas/sessions.ts';
import { userSessions } from '#src/api/userSessions.ts';
import { createStore } from '#src/app/store.ts';
import { ActivateWithAppPage } from '#src/features/access/ActivateWithAppPage.tsx';
import { ForbiddenPage } from '#src/features/access/ForbiddenPage.tsx';
import { MobileNoticePage } from '#src/features/access/MobileNoticePage.tsx';
import { WaitingPage } from '#src/features/access/WaitingPage.tsx';
import { DashboardPage } from '#src/features/dashboard/DashboardPage.tsx';
import { ServiceProviderPage } from '#src/features/dashboard/ServiceProviderPage.tsx';
import { BusinessPage } from '#src/features/home/BusinessPage.tsx';
import { LegalPage } from '#src/features/legal/LegalPage.tsx';
import { LanguageChoice } from '#src/features/locale/LanguageChoice.tsx';
import { LoginAgain } from '#src/features/login/LoginDialog.tsx';
import { LoginPage } from '#src/features/login/LoginPage.tsx';
import { PortalShell } from '#src/features/shell/PortalShell.tsx';
import { placeOf } from '#src/lib/routes.ts';
import { removeStored, writeStored } from '#src/lib/storage.ts';
import { answers, mockApi, refuses, staysSilent } from './mockApi.ts';
import { inWindow } from './themes.ts';

function Portal({ children }: { children: ReactNode }) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter>{children}</MemoryRouter>
    </Provider>
  );
}

/** Screens of the portal: the way in, and what is behind it. */
const meta = {
  title: 'Screens/Portal',
  parameters: { isPage: true, layout: 'fullscreen' },
  decorators: [
    (Story) => (
      <Portal>
        <Story />
      </Portal>
    ),
  ],
  beforeEach: () => () => {
    removeStored('registeredSession');
    removeStored('loginLocks');
  },
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const session: UserSession = {
  accessToken: 'story',
  sessionId: 's1',
  user: {
    userId: 'u1',
    firstName: 'Jonas',
    lastName: 'Wieland',
    salutation: 'Herr',
    email: 'jonas@example.com',
    username: 'j.wieland',
    userStatus: 1,
    accountId: 'a1',
    accountIds: ['a1', 'a2'],
    accountIdsWithoutDashboard: [],
    uniqueAccountKeys: [],
    hasProfilePicture: false,
  },
};
const account: Account = {
  id: 'a1',
  name: 'Behrens & Lindqvist',
  uniqueAccountKey: 'behrens',
  address: { street: 'Alte Werft 21', postalCode: '20457', city: 'Hamburg' },
  phone: '+49 40 555 0142',
  fax: '040 555 0143',
  website: 'https://behrens.example',
  mainColor: '#14505c',
  secondaryColor: '#c08a3e',
  primaryLogoUrl: null,
  secondaryLogoUrl: null,
  isActivated: true,
  isDashboardDisabled: false,
  totalUnreadMessage: 3,
  categories: ['Verkehrsrecht', 'Bußgeld', 'Führerschein'],
  caseCount: 2,
  feedbackUrl: null,
  autoResponderSetting: { isActivated: false, message: '' },
  esyThingAgb: null,
  esyThingDatenschutz: null,
  statementHashes: {},
  assistants: [],
};
const locked: Account = {
  ...account,
  id: 'a2',
  name: 'Nordwind Coaching',
  mainColor: '#f2b705',
  isActivated: false,
};

const language = <LanguageChoice />;
const place = placeOf({ pathname: '/login', search: '' });
const page = (render: () => ReactNode, ...planned: Parameters<typeof mockApi>): Story => ({
  render: () => <>{render()}</>,
  beforeEach: () => mockApi(...planned),
});
const submittedTo = (planned: Parameters<typeof mockApi>, text: string): Story => ({
  ...page(() => <LoginPage languageChoice={language} place={place} />, ...planned),
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

export const Login = page(() => <LoginPage languageChoice={language} place={place} />);
/** On a tablet the word about the portal stands beside the form, however the tablet is held (product.md §2.4, Login). */
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
export const LoginWrong = submitted(
  refuses(login, 'wrongCredentials', 'Benutzername oder Passwort ist falsch.'),
  'Benutzername oder Passwort ist falsch.',
);
export const LoginNoAccess = submitted(
  refuses(
    login,
    'noAccess',
    'Sie haben hier keinen Zugang. Bitte wenden Sie sich an Ihre Kanzlei.',
  ),
  'Sie haben hier keinen Zugang. Bitte wenden Sie sich an Ihre Kanzlei.',
);

const secondStep = answers(login, { challenge: 'story', methods: ['totp', 'recoveryCode'] });
export const LoginSecondStep = submittedTo([secondStep], 'Noch ein Schritt');
export const LoginWrongCode: Story = {
  ...submittedTo(
    [
      secondStep,
      refuses(
        giveSecondFactor,
        'wrongCode',
        'Der Code ist falsch oder schon benutzt. Nehmen Sie den, der jetzt gilt.',
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
export const LoginPasskeyStep = submittedTo(
  [answers(login, { challenge: 'story', methods: ['passkey', 'totp', 'recoveryCode'] })],
  'Noch ein Schritt',
);
export const LoginRecoveryCode = submittedTo(
  [answers(login, { challenge: 'story', methods: ['recoveryCode', 'totp'] })],
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
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Ihr Konto ist kurz gesperrt.')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Anmelden' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  },
};
/** The password was reset on another device, which has ended the lock: here nobody knows, and somebody says so. */
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
    await expect(canvas.queryByText('Ihr Konto ist kurz gesperrt.')).toBeNull();
    await expect(canvas.getByRole('textbox', { name: /Benutzername/ })).toHaveFocus();
    await userEvent.type(canvas.getByRole('textbox', { name: /Benutzername/ }), 'j.wieland');
    await userEvent.type(
      canvas.getByLabelText(/^Passwort(?! )/, { selector: 'input' }),
      'Fahrrad-im-Regen',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Anmelden' }));
    await expect(await canvas.findByText('Ihr Konto ist kurz gesperrt.')).toBeVisible(); // it was not ended after all
  },
};
export const LoginTimeIsUp: Story = {
  ...lockedFor(1_000),
  play: async ({ canvas }) => {
    await waitFor(
      () =>
        expect(canvas.getByText('Die Zeit ist um! Sie können sich wieder anmelden.')).toBeVisible(),
      { timeout: 10_000 },
    );
    await expect(canvas.getByRole('button', { name: 'Anmelden' })).not.toHaveAttribute(
      'aria-disabled',
    );
  },
};

const inside = (...planned: Parameters<typeof mockApi>): Story => ({
  render: () => (
    <PortalShell languageChoice={language} here="dashboard">
      <DashboardPage cases={null} showToast={() => undefined} />
    </PortalShell>
  ),
  beforeEach: () => {
    userSessions.start('registered', session);
    return mockApi(...planned);
  },
});
/** How much there is of everything, and of a provider's categories the first two. */
export const Dashboard: Story = {
  ...inside(
    answers(listAccounts, {
      accounts: [
        account,
        {
          ...account,
          id: 'a3',
          name: 'Aydın & Kollegen',
          totalUnreadMessage: 1,
          caseCount: 3,
          categories: ['Arbeitsrecht'],
        },
        locked,
      ],
    }),
  ),
  play: async ({ canvas }) => {
    const lead = (await canvas.findByRole('link', { name: 'sieben ungelesene Nachrichten' }))
      .parentElement;
    await expect(lead).toHaveTextContent(
      'Sie haben sieben ungelesene Nachrichten in sieben Akten bei drei Anbietern.',
    );
    await expect(canvas.getAllByText(/^Verkehrsrecht, Bußgeld \+1$/)).toHaveLength(2);
    await expect(canvas.getByText('Arbeitsrecht')).toBeVisible();
  },
};
export const DashboardDetails: Story = {
  ...Dashboard,
  play: async ({ canvas, userEvent }) => {
    const link = await canvas.findByRole('link', { name: 'Details zu Behrens & Lindqvist' });
    await userEvent.click(link);
    await expect(await canvas.findByRole('complementary', { name: 'Ihr Anbieter' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect(link).toHaveFocus();
    await userEvent.click(link);
  },
};
let timesAsked = 0;
/** Selecting an entry asks anew, also the one that is open (product.md §2.5). */
export const SelectedAgain: Story = {
  ...inside({
    endpoint: listAccounts,
    answer: () =>
      Response.json({ accounts: [{ ...account, totalUnreadMessage: (timesAsked += 1) }] }),
  }),
  play: async ({ canvas }) => {
    await canvas.findByText(/ungelesene Nachricht/);
    const asked = timesAsked;
    within(canvas.getByRole('navigation', { name: 'Hauptmenü' }))
      .getByRole('link', { name: 'Übersicht' })
      .click();
    await waitFor(() => expect(timesAsked).toBe(asked + 1));
  },
};
/** All entries of somebody who works at a firm are in sight, also on the smallest phone. */
export const StaffOnSmallPhone: Story = {
  ...inWindow(
    inside(answers(listAccounts, { accounts: [{ ...account, boardRole: 'admin' }] })),
    320,
    568,
  ),
  play: async ({ canvas }) => {
    const bar = await canvas.findByRole('navigation', { name: 'Hauptmenü' });
    await expect(await within(bar).findByRole('link', { name: 'Formulare' })).toBeVisible();
    const [first, last] = [
      within(bar).getByRole('link', { name: 'Übersicht' }),
      within(bar).getByRole('button', { name: 'Abmelden' }),
    ].map((entry) => entry.getBoundingClientRect());
    await expect([first?.left, last?.right].map((edge = NaN) => Math.round(edge))).toEqual([
      0, 320,
    ]);
    await expect(bar.scrollWidth).toBe(320);
    for (const entry of [
      ...within(bar).getAllByRole('link'),
      within(bar).getByRole('button', { name: 'Abmelden' }),
    ])
      await expect(entry.getBoundingClientRect().width).toBeGreaterThanOrEqual(44);
  },
};
export const DashboardLoading = inside(staysSilent(listAccounts));
export const DashboardFailed = inside(
  refuses(listAccounts, 'notFound', 'Das haben wir nicht gefunden.'),
);
const providers = (...planned: Parameters<typeof mockApi>): Story => ({
  ...inside(...planned),
  render: () => (
    <PortalShell languageChoice={language} here="serviceProvider">
      <ServiceProviderPage showToast={() => undefined} />
    </PortalShell>
  ),
});
const withAll: Account = {
  ...account,
  esyThingAgb: 'Regeln',
  feedbackUrl: 'https://portal.example/externalform/1',
  autoResponderSetting: { isActivated: true, message: 'Wir antworten bis Montag.' },
};
/** Each with how much there is, and with a way to tell it something. */
export const ServiceProviders: Story = {
  ...providers(answers(listAccounts, { accounts: [withAll, locked] })),
  play: async ({ canvas }) => {
    const provider = within((await canvas.findAllByRole('listitem'))[0] ?? document.body);
    await expect(provider.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(
      ['2', '3', '0'],
    );
    await expect(provider.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Akten',
      'ungelesen',
      'Formulare',
    ]);
    await expect(provider.getByText('Wir antworten bis Montag.')).toBeVisible();
    await expect(provider.getByRole('link', { name: /^Rückmeldung geben/ })).toHaveAttribute(
      'href',
      'https://portal.example/externalform/1',
    );
  },
};
/** Terms that do not load: a picture and the reason in their place, and another try. */
export const StatementFails: Story = {
  ...providers(
    answers(listAccounts, { accounts: [withAll] }),
    refuses(getTerms, 'tooManyRequests', 'Bitte warten Sie einen Moment.'),
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Mandatsbedingungen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mandatsbedingungen' });
    await expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Bitte warten Sie einen Moment.',
    );
    await expect(dialog.querySelector('svg .paper')).toBeVisible();
    await expect(
      within(dialog).getByRole('button', { name: 'Noch einmal versuchen' }),
    ).toBeVisible();
  },
};
export const ServiceProvidersNone = providers(answers(listAccounts, { accounts: [] }));
export const SessionEnded: Story = {
  ...inside(),
  render: () => (
    <main>
      <h1>Guten Tag, Herr Wieland.</h1>
      <LoginAgain />
    </main>
  ),
};

const legal = (name: string) => placeOf({ pathname: `/legal/${name}`, search: '' });
/** Each of the texts is named once. */
export const LegalNotice: Story = {
  ...page(
    () => <LegalPage languageChoice={language} notFound={null} place={legal('imprint')} />,
    answers(getLegalText, {
      text: '## Behrens & Lindqvist\n\nAlte Werft 21, 20457 Hamburg',
      accountName: 'Behrens & Lindqvist',
    }),
  ),
  play: async ({ canvas }) => {
    for (const name of ['Impressum', 'Datenschutz', 'Nutzungsbedingungen', 'Barrierefreiheit'])
      await expect(await canvas.findAllByRole('link', { name })).toHaveLength(1);
  },
};
export const LegalNoticeFailed = page(
  () => <LegalPage languageChoice={language} notFound={null} place={legal('privacy')} />,
  refuses(getLegalText, 'tooManyRequests', 'Bitte warten Sie einen Moment.'),
);
export const BusinessWelcome = page(() => <BusinessPage languageChoice={language} />);
export const Forbidden = page(() => <ForbiddenPage languageChoice={language} place={place} />);
export const Waiting = page(() => <WaitingPage languageChoice={language} />);
export const MobileNotice = page(() => <MobileNoticePage languageChoice={language} />);
export const ActivateWithApp = page(() => <ActivateWithAppPage languageChoice={language} />);
