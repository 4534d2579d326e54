import type { Meta } from '@storybook/react-vite';
import { expect, screen, waitFor, within } from 'storybook/test';
import { getTerms, listAccounts } from '#schemas/accounts/accounts.ts';
import { listCases } from '#schemas/cases/cases.ts';
import { makeAccount, makeCase, makeFolder, makeSession } from '#schemas/testing/make.ts';
import { userSessions } from '#src/api/client/userSessions.ts';
import { LoginAgain } from '#src/features/access/login/LoginDialog.tsx';
import { DashboardPage } from '#src/features/portal/dashboard/DashboardPage.tsx';
import { ServiceProviderPage } from '#src/features/portal/dashboard/ServiceProviderPage.tsx';
import { PortalShell } from '#src/features/portal/shell/PortalShell.tsx';
import { responds, mockApi, rejects, neverResponds } from '../support/mockApi.ts';
import { inWindow } from '../support/variants.ts';
import { portalMeta, type Story, language } from './portalStory.tsx';

/** The dashboard and the list of providers. */
const meta = {
  title: 'Screens/Dashboard',
  ...portalMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

const account = makeAccount({
  address: { street: 'Alte Werft 21', postalCode: '20457', city: 'Hamburg' },
  phone: '+49 40 555 0142',
  fax: '040 555 0143',
  website: 'https://behrens.example',
  totalUnreadMessage: 3,
  categories: ['Verkehrsrecht', 'Bußgeld', 'Führerschein'],
});
const locked = makeAccount({
  ...account,
  id: 'a2',
  name: 'Nordwind Coaching',
  mainColor: '#f2b705',
  isActivated: false,
});

const inside = (...planned: Parameters<typeof mockApi>): Story => ({
  render: () => (
    <PortalShell languageChoice={language} here="dashboard">
      <DashboardPage />
    </PortalShell>
  ),
  beforeEach: () => {
    userSessions.start('registered', makeSession({ accountIds: ['a1', 'a2'] }));
    return mockApi(...planned, responds(listCases, { akten: [] }));
  },
});
const news = makeCase({
  lastMessage: 'Danke.',
  lastMessageBy: 'Nora Brandt',
  isLastMessageOwn: true,
  folderCount: 1,
  folders: [makeFolder({ id: 'court', totalUnreadMessage: 1 })],
  totalUnreadMessageInFolder: 1,
});
/** Counts, the first two categories of a provider, and a case with an unread message in a folder. */
export const Dashboard: Story = {
  ...inside(
    responds(listCases, { akten: [{ accountId: 'a1', akten: [news] }] }),
    responds(listAccounts, {
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
    // without those of the locked account
    const lead = (await canvas.findByRole('link', { name: 'vier ungelesene Nachrichten' }))
      .parentElement;
    await expect(lead).toHaveTextContent(
      'Sie haben vier ungelesene Nachrichten. Für Sie führen zwei Kanzleien fünf Akten.',
    );
    await expect(canvas.getAllByText(/^Verkehrsrecht, Bußgeld \+1$/)).toHaveLength(2);
    await expect(canvas.getByText('Arbeitsrecht')).toBeVisible();
    const row = await canvas.findByRole('link', { name: /Verkehrsunfall Wieland/ });
    await expect(row).toHaveTextContent('Sie: Danke.');
    await expect(row).toHaveAttribute('href', expect.stringContaining('fid=court'));
  },
};
/** One relation has ended, and the other firm invites the client again. */
export const DashboardEnded: Story = {
  ...inside(
    responds(listAccounts, {
      accounts: [
        { ...account, totalUnreadMessage: 0, endedDate: '2026-11-20T09:00:00Z' },
        {
          ...account,
          id: 'a3',
          name: 'Aydın & Kollegen',
          totalUnreadMessage: 0,
          endedDate: '2026-11-20T09:00:00Z',
          isInvitedAgain: true,
        },
      ],
    }),
  ),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findAllByText('Beendet am 20.11.2026. Sie können weiterhin alles lesen.'),
    ).toHaveLength(2);
    await expect(
      canvas.getByRole('button', { name: 'Zugang aktivieren: Aydın & Kollegen' }),
    ).toBeVisible();
  },
};
export const DashboardDetails: Story = {
  ...Dashboard,
  play: async ({ canvas, userEvent }) => {
    const link = await canvas.findByRole('link', { name: 'Details zu Behrens & Lindqvist' });
    await userEvent.click(link);
    await expect(await canvas.findByRole('complementary', { name: 'Ihre Kanzlei' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect(link).toHaveFocus();
    const closed = () =>
      expect(canvas.queryByRole('complementary', { name: 'Ihre Kanzlei' })).toBeNull();
    await waitFor(closed);
    link.closest('li')?.scrollIntoView({ block: 'center' });
    const { left, bottom } = link.closest('li')?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
    const pressed = document.elementFromPoint(left + 20, bottom - 20);
    await expect(link).toContainElement(pressed as HTMLElement);
    await userEvent.click(pressed ?? document.body);
    await expect(await canvas.findByRole('complementary', { name: 'Ihre Kanzlei' })).toHaveFocus();
  },
};
let timesAsked = 0;
/** Selecting the open entry reloads it. */
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
/** On a phone, staff have their entries in the menu. */
export const StaffOnSmallPhone: Story = {
  ...inWindow(
    inside(responds(listAccounts, { accounts: [{ ...account, boardRole: 'admin' }] })),
    320,
    568,
  ),
  play: async ({ canvas, userEvent }) => {
    const bar = await canvas.findByRole('navigation', { name: 'Hauptmenü' });
    // before the firms are loaded the bar is a client's
    const inbox = await within(bar).findByRole('link', { name: /^Eingang/ });
    const menu = within(bar).getByRole('button', { name: 'Menü' });
    const [first, last] = [inbox, menu].map((entry) => entry.getBoundingClientRect());
    await expect([first?.left, last?.right].map((edge = NaN) => Math.round(edge))).toEqual([
      0, 320,
    ]);
    await expect(bar.scrollWidth).toBe(320);
    await expect(within(bar).queryByRole('button', { name: 'Abmelden' })).toBeNull();
    await userEvent.click(menu);
    const dialog = within(await screen.findByRole('dialog', { name: 'Menü' }));
    for (const name of ['Aufgaben', 'Formulare', 'Einstellungen'])
      await waitFor(() => expect(dialog.getByRole('link', { name })).toBeVisible());
    await expect(dialog.getByRole('button', { name: 'Abmelden' })).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Schließen' }));
    await waitFor(() => expect(menu).toHaveFocus());
    await userEvent.click(menu);
  },
};
export const DashboardLoading = inside(neverResponds(listAccounts));
export const DashboardFailed = inside(
  rejects(listAccounts, 'notFound', 'Das haben wir nicht gefunden.'),
);
/** Without a connection, one sentence says so. */
export const DashboardOffline: Story = {
  ...inside(
    { endpoint: listAccounts, answer: () => Response.error() },
    { endpoint: listCases, answer: () => Response.error() },
  ),
  play: async ({ canvas }) => {
    await canvas.findByRole('alert');
    await waitFor(() => expect(canvas.queryByText(/^Wird geladen/)).toBeNull());
    await expect(canvas.getAllByRole('alert')).toHaveLength(1);
  },
};
const providers = (...planned: Parameters<typeof mockApi>): Story => ({
  ...inside(...planned),
  render: () => (
    <PortalShell languageChoice={language} here="serviceProvider">
      <ServiceProviderPage />
    </PortalShell>
  ),
});
const withAll = makeAccount({
  ...account,
  esyThingAgb: 'Regeln',
  feedbackUrl: 'https://portal.example/externalform/1',
  autoResponderSetting: { isActivated: true, message: 'Wir antworten bis Montag.' },
});
/** Each provider with counts and a link for feedback. */
export const ServiceProviders: Story = {
  ...providers(responds(listAccounts, { accounts: [withAll, locked] })),
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
/** The card of a firm whose relation has ended says since when. */
export const ServiceProviderEnded: Story = {
  ...providers(
    responds(listAccounts, { accounts: [{ ...withAll, endedDate: '2026-11-20T09:00:00Z' }] }),
  ),
  play: async ({ canvas }) => {
    const provider = within(await canvas.findByRole('listitem'));
    await expect(
      provider.getByText('Beendet am 20.11.2026. Sie können weiterhin alles lesen.'),
    ).toBeVisible();
  },
};
/** Terms that fail to load show the reason and a retry button. */
export const StatementFails: Story = {
  ...providers(
    responds(listAccounts, { accounts: [withAll] }),
    rejects(getTerms, 'tooManyRequests', 'Bitte warten Sie einen Moment.'),
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Nutzungsbedingungen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Nutzungsbedingungen' });
    await expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Bitte warten Sie einen Moment.',
    );
    await expect(dialog.querySelector('svg .paper')).toBeVisible();
    await expect(
      within(dialog).getByRole('button', { name: 'Noch einmal versuchen' }),
    ).toBeVisible();
  },
};
export const ServiceProvidersNone = providers(responds(listAccounts, { accounts: [] }));
export const SessionEnded: Story = {
  ...inside(),
  render: () => (
    <main>
      <h1>Guten Tag, Herr Wieland.</h1>
      <LoginAgain />
    </main>
  ),
};
