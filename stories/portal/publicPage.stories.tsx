import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, waitFor, within } from 'storybook/test';
import {
  getPublicInfo,
  getTerms,
  resolveAccountKey,
  type AccountPublicInfo,
} from '#schemas/accounts/accounts.ts';
import { createStore } from '#src/app/store.ts';
import { LanguageChoice } from '#src/locale/LanguageChoice.tsx';
import { NotFoundPage } from '#src/features/portal/notFound/NotFoundPage.tsx';
import { PublicPage } from '#src/features/portal/publicPage/PublicPage.tsx';
import { matchRoute } from '#src/routing/routes.ts';
import { removeStored } from '#src/device/storage.ts';
import { responds, isUnreachable, mockApi, rejects } from '../support/mockApi.ts';
import { inDark } from '../support/variants.ts';

function App({ children }: { children: ReactNode }) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter>{children}</MemoryRouter>
    </Provider>
  );
}

/** The public page of a provider. */
const meta = {
  title: 'Screens/Public page',
  beforeEach: () => (['registeredSession', 'unregisteredSession'] as const).forEach(removeStored),
  parameters: { isPage: true, layout: 'fullscreen' },
  decorators: [
    (Story) => (
      <App>
        <Story />
      </App>
    ),
  ],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const service = (name: string, isMainService = false) => ({
  id: name,
  name,
  description: 'Zehn Minuten, ein Formular. Wir melden uns innerhalb von zwei Werktagen.',
  url: 'https://portal.example/externalform/a',
  headerLogoUrl: null,
  isMainService,
});
const asUrl = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
const picture = asUrl(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>',
);
const account: AccountPublicInfo = {
  accountId: 'account1',
  accountName: 'Behrens & Lindqvist',
  accountShortName: 'Behrens',
  accountUniqueKey: 'behrens',
  primaryColor: '#14505c',
  secondaryColor: '#c08a3e',
  primaryLogoUrl: null,
  secondaryLogoUrl: picture,
  welcomeHeadline: 'Nach dem Unfall haben Sie Wichtigeres zu tun.',
  welcomeText: 'Wir regeln den Schaden mit der Versicherung. '.repeat(20),
  esyThingAgb: '## Bedingungen',
  esyThingDatenschutz: '## Datenschutz',
  contact: {
    street: 'Alte Werft 21',
    postalCode: '20457',
    city: 'Hamburg',
    contact: '040 66969 200',
    website: 'https://behrens.example',
  },
  footerLinks: [
    { label: { de: 'Impressum', en: 'Legal notice' }, url: 'https://behrens.example/impressum' },
  ],
  assistants: [
    service('Verkehrsunfall melden', true),
    service('Bußgeld prüfen'),
    service('Schmerzensgeldansprüche durchsetzungshalber anmelden'),
    { ...service('Führerschein'), headerLogoUrl: picture },
  ],
  publicPageElsewhere: null,
};

const language = <LanguageChoice />;
const route = matchRoute({ pathname: '/page/behrens', search: '' });
const page = (...planned: Parameters<typeof mockApi>): Story => ({
  render: () => (
    <PublicPage
      route={route}
      languageChoice={language}
      notFound={<NotFoundPage languageChoice={language} />}
    />
  ),
  beforeEach: () => mockApi(...planned),
});
const of = (changes: Partial<AccountPublicInfo> = {}, ...planned: Parameters<typeof mockApi>) =>
  page(
    responds(resolveAccountKey, { accountId: 'account1' }),
    responds(getPublicInfo, {
      ...account,
      uniqueAccountKey: account.accountUniqueKey,
      terms: account.esyThingAgb,
      privacy: account.esyThingDatenschutz,
      ...changes,
    }),
    ...planned,
  );
/** Without a theme of its own. */
const onPhone = (story: Story): Story => ({
  ...story,
  globals: { ...story.globals, viewport: { value: 'mobile1' } },
});

export const Desktop: Story = {
  ...of(),
  play: async ({ canvas }) => {
    const main = await canvas.findByRole('link', { name: /^Verkehrsunfall melden/ });
    await expect(main).toHaveAttribute('target', '_blank');
    await expect(canvas.getAllByRole('link', { name: /^zum Online-Formular/ })).toHaveLength(4);
    await expect(canvas.queryByRole('button', { name: 'Mehr anzeigen' })).toBeNull();
    await expect(canvas.getByRole('link', { name: 'Anmelden' })).toBeVisible();
    const cards = canvas.getAllByRole('listitem');
    await expect(
      cards.map((card) => within(card).getByRole('heading').previousElementSibling?.textContent),
    ).toEqual(['Bu', 'Sc', '']);
    await expect(cards[2]?.querySelector('img')).toHaveAttribute('src', picture);
    const list = cards[0]?.parentElement;
    if (list && cards[0])
      await expect(getComputedStyle(list).backgroundColor).toBe(
        getComputedStyle(cards[0]).backgroundColor,
      ); // an incomplete last row has no hole
    const foot = within(canvas.getByRole('contentinfo'));
    for (const text of [
      'Behrens & Lindqvist',
      'Alte Werft 21',
      '20457 Hamburg',
      '040 66969 200',
      'behrens.example',
      /^Bereitgestellt/,
    ])
      await expect(foot.getByText(text)).toBeVisible();
    await expect(foot.getByRole('presentation')).toHaveAttribute('src', picture);
    await expect(foot.getByRole('button', { name: 'Datenschutz' })).toBeVisible();
  },
};
/** The provider's legal texts open in dialogs. */
export const Statement: Story = {
  ...of({}, responds(getTerms, { agb: '## Was wir zusagen', hash: 'a'.repeat(64) })),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Nutzungsbedingungen' }));
    await expect(
      await within(
        await screen.findByRole('dialog', { name: 'Nutzungsbedingungen · Behrens & Lindqvist' }),
      ).findByRole('heading', { name: 'Was wir zusagen' }),
    ).toBeVisible();
  },
};
export const DesktopDark = inDark(Desktop);
const wide = asUrl(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="240">' +
    '<rect width="1000" height="240"/></svg>',
);
/** Most logos of law firms are wide, so they are not cropped to a square. */
export const WideLogo: Story = {
  ...of({ primaryLogoUrl: wide }),
  play: async ({ canvasElement }) => {
    await waitFor(() =>
      expect(
        canvasElement.querySelector('header img')?.getBoundingClientRect().width,
      ).toBeGreaterThan(100),
    );
  },
};
export const LightColour = of({ primaryColor: '#f2b705' });

export const Phone: Story = {
  ...onPhone(of()),
  play: async ({ canvas, userEvent }) => {
    const burger = await canvas.findByRole('button', { name: 'Menü öffnen' });
    await expect(canvas.queryByRole('link', { name: 'Leistungen' })).toBeNull();
    await userEvent.click(burger);
    await expect(canvas.getByRole('link', { name: 'Leistungen' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect(canvas.queryByRole('link', { name: 'Leistungen' })).toBeNull();
    await expect(burger).toHaveFocus();
    const beginning = canvas.getByText(/^Wir regeln/).textContent;
    await expect(beginning).toMatch(
      /^Wir [^]+ (?:Wir|regeln|den|Schaden|mit|der|Versicherung\.)…$/,
    ); // between two words
    await expect([...(beginning ?? '')].length).toBeLessThanOrEqual(520); // 519 and the ellipsis
    await userEvent.click(canvas.getByRole('button', { name: 'Mehr anzeigen' }));
    await expect(canvas.getByText(/^Wir regeln/).textContent).toBe(account.welcomeText.trim());
    await userEvent.click(canvas.getByRole('button', { name: 'Weniger anzeigen' }));
    await waitFor(() => expect(canvas.getByText(/^Wir regeln/).textContent).toBe(beginning));
  },
};
export const PhoneDark = onPhone(inDark(of()));

export const Nothing: Story = {
  ...of({
    welcomeHeadline: 'WelcomeHeadline',
    welcomeText: '',
    assistants: [],
    esyThingAgb: null,
    esyThingDatenschutz: null,
    footerLinks: [],
    contact: { street: '', postalCode: '', city: '', contact: '', website: '' },
  }),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { level: 1, name: 'Behrens & Lindqvist' }),
    ).toBeInTheDocument();
    await expect(canvas.queryByText('WelcomeHeadline')).toBeNull();
    await expect(canvas.queryByRole('link', { name: 'Leistungen' })).toBeNull();
    await expect(canvas.queryByRole('button', { name: 'Datenschutz' })).toBeNull();
  },
};
export const Unknown: Story = {
  ...page(rejects(resolveAccountKey, 'notFound', 'Nicht gefunden.')),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Nicht gefunden')).toBeVisible();
  },
};
export const Offline: Story = {
  ...page(isUnreachable(resolveAccountKey)),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('button', { name: 'Noch einmal versuchen' }),
    ).toBeVisible();
  },
};
