import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, screen, spyOn, waitFor, within } from 'storybook/test';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import {
  getBusinessForm,
  listBusinessForms,
  previewBusinessForm,
  type BusinessForm,
  type BusinessFormDetail,
} from '#schemas/forms/businessForms.ts';
import { makeAccount } from '#schemas/testing/make.ts';
import { createStore } from '#src/app/store.ts';
import { FormPage } from '#src/features/forms/businessForms/FormPage.tsx';
import { FormsPage } from '#src/features/forms/businessForms/FormsPage.tsx';
import { PreviewPage } from '#src/features/forms/businessForms/PreviewPage.tsx';
import { matchRoute } from '#src/routing/routes.ts';
import { clearToasts, getToasts } from '#src/ui/toast.ts';
import { drawQrSvg } from '#src/ui/QrCode.tsx';
import { accidentReport } from '../support/accidentReport.ts';
import { responds, isUnreachable, mockApi, rejects, neverResponds } from '../support/mockApi.ts';
import { inEnglish, onPhone } from '../support/variants.ts';

const notFound = <p>Nicht gefunden</p>;

function Page() {
  const route = matchRoute(useLocation());
  if (route.name === 'businessForm') return <FormPage route={route} notFound={notFound} />;
  if (route.name === 'businessFormPreview')
    return <PreviewPage route={route} notFound={notFound} languageChoice={null} />;
  return <FormsPage />;
}

function Screen({ at = '/business/forms' }: { at?: string }) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={[at]}>
        <Page />
      </MemoryRouter>
    </Provider>
  );
}

/** The forms of an account, as its staff sees them. */
const meta = {
  title: 'Screens/Business forms',
  component: Screen,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

const account = makeAccount({ id: 'account1', boardRole: 'external' });
const weeks = [
  '2026-08-31',
  '2026-09-07',
  '2026-09-14',
  '2026-09-21',
  '2026-09-28',
  '2026-10-05',
  '2026-10-12',
  '2026-10-19',
  '2026-10-26',
  '2026-11-02',
  '2026-11-09',
  '2026-11-16',
];
const form = (
  formId: string,
  title: BusinessForm['title'],
  told: Partial<BusinessForm> = {},
): BusinessForm => ({
  formId,
  title,
  state: 'published',
  revision: 3,
  publishedAt: '2026-11-12T08:00:00.000Z',
  isDraftNewer: false,
  isPinProtected: false,
  isClosed: false,
  url: `https://portal.example/externalform/${formId}`,
  submissions: [0, 2, 1, 4, 3, 7, 5, 4, 9, 12, 8, 3],
  ...told,
});
const accident = form('accident1', { de: 'Verkehrsunfall melden', en: 'Report a road accident' });
const forms = [
  form('withdrawn1', 'Fragen zum Unfallhergang', {
    state: 'withdrawn',
    url: null,
    submissions: Array<number>(12).fill(0),
  }),
  form('draft123', 'Kostenzusage', {
    state: 'draft',
    revision: null,
    publishedAt: null,
    url: null,
    submissions: Array<number>(12).fill(0),
  }),
  form(
    'longname',
    'Donaudampfschifffahrtsgesellschaftsunterlagen vollständig und in der richtigen ' +
      'Reihenfolge einreichen',
    {
      isPinProtected: true,
      isClosed: true,
      isDraftNewer: true,
      submissions: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1_204],
    },
  ),
  accident,
];
const detail: BusinessFormDetail = {
  ...accident,
  weeks,
  publicPages: [
    'https://portal.example/proudly-presents/behrens',
    'https://portal.example/page/behrens',
  ],
  revisions: [
    { number: 3, publishedAt: '2026-11-12T08:00:00.000Z' },
    { number: 2, publishedAt: '2026-10-02T08:00:00.000Z' },
  ],
  figures: {
    revision: 3,
    begun: 96,
    reviewed: 61,
    sent: 58,
    pages: [
      { id: 'you', title: 'Zu Ihnen', isConditional: false, reached: 96 },
      {
        id: 'injury',
        title: { de: 'Verletzungen', en: 'Injuries' },
        isConditional: true,
        reached: 22,
      },
      { id: 'car', title: 'Ihr Auto', isConditional: false, reached: 88 },
    ],
  },
};

const asStaff = responds(listAccounts, { accounts: [account] });
const shown = (...planned: Parameters<typeof mockApi>): Story => ({
  beforeEach: () => {
    clearToasts();
    return mockApi(...planned, asStaff);
  },
});
const at = (path: string, ...planned: Parameters<typeof mockApi>): Story => ({
  ...shown(...planned),
  args: { at: path },
});
const listed = responds(listBusinessForms, { weeks, items: forms });

export const List: Story = {
  ...shown(listed),
  play: async ({ userEvent }) => {
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('heading', { level: 2 })
          .map(({ textContent }) => textContent?.slice(0, 5)),
      ).toEqual(['Donau', 'Verke', 'Koste', 'Frage']),
    );
    const [long, sent] = screen.getAllByRole('listitem');
    await expect(within(long as HTMLElement).getByText('Neuer Entwurf')).toBeInTheDocument();
    await expect(
      within(sent as HTMLElement).getByText('58-mal abgeschickt in 12 Wochen'),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Entwurf 1' }));
    await expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
    // drafts have no link
    await expect(screen.queryByRole('button', { name: 'Link kopieren' })).toBeNull();
  },
};
export const ListInEnglish = inEnglish(shown(listed));
export const ListOnPhone = onPhone(shown(listed));
export const Empty = shown(responds(listBusinessForms, { weeks, items: [] }));
export const Loading = shown(neverResponds(listBusinessForms));
export const Failed = shown(
  rejects(listBusinessForms, 'unexpected', 'Bei uns ist etwas schiefgegangen.'),
);
export const OffNet = shown(isUnreachable(listBusinessForms));
export const Nobody: Story = {
  beforeEach: () =>
    mockApi(
      responds(listAccounts, {
        accounts: [makeAccount({ id: 'account1' })],
      }),
    ),
  play: async () => {
    await screen.findByText(/Hier arbeiten Sie für niemanden/);
  },
};

export const Figures: Story = {
  ...at('/business/forms/accident1', responds(getBusinessForm, detail)),
  play: async ({ userEvent }) => {
    await screen.findByText('96 Besucher haben etwas ausgefüllt, 58 haben abgeschickt (60 %).');
    const cells = (name: string) =>
      within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    await expect([
      cells('Zu Ihnen'),
      cells('Verletzungen'),
      cells('Ihr Auto'),
      cells('Angaben prüfen'),
      cells('Abgeschickt'),
    ]).toEqual([
      ['96', '8'],
      ['22', '–'],
      ['88', '27'],
      ['61', '3'],
      ['58', ''],
    ]);
    await expect(
      screen.getByRole('row', { name: /Ihr Auto.*Hier hören die meisten auf/ }),
    ).toBeInTheDocument();
    const inCode =
      screen
        .getByRole('img', { name: 'QR-Code mit dem Link zum Formular' })
        .querySelector('path')
        ?.getAttribute('d') ?? '';
    await expect(await drawQrSvg(detail.url ?? '').text()).toContain(`d="${inCode}"`);
    const copied = spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const [ofForm, ...ofPages] = screen.getAllByRole('button', { name: 'Link kopieren' });
    for (const button of [ofForm, ...ofPages]) if (button) await userEvent.click(button);
    await expect(copied.mock.calls.flat()).toEqual([detail.url, ...detail.publicPages]);
  },
};
/** The figures of one revision are not shown for another. */
export const RevisionFailed: Story = {
  ...at('/business/forms/accident1', {
    ...responds(getBusinessForm, detail),
    answer: (ended, request) =>
      (new URL(request.url).searchParams.has('revision')
        ? rejects(getBusinessForm, 'unexpected', 'Bei uns ist etwas schiefgegangen.')
        : responds(getBusinessForm, detail)
      ).answer(ended, request),
  }),
  play: async ({ userEvent }) => {
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Fassung' }), '2');
    await screen.findByText('Bei uns ist etwas schiefgegangen.');
    await expect(screen.queryByText(/96 Besucher/)).toBeNull();
  },
};
export const FiguresOnPhone = onPhone(
  at('/business/forms/accident1', responds(getBusinessForm, { ...detail, isPinProtected: true })),
);
export const NobodyHasBegun = at(
  '/business/forms/accident1',
  responds(getBusinessForm, {
    ...detail,
    submissions: Array<number>(12).fill(0),
    figures: { revision: 3, begun: 0, reviewed: null, sent: 0, pages: [] },
  }),
);
const draft: BusinessFormDetail = {
  ...detail,
  ...form('draft123', 'Kostenzusage', {
    state: 'draft',
    revision: null,
    publishedAt: null,
    url: null,
    submissions: Array<number>(12).fill(0),
  }),
  publicPages: [],
  revisions: [],
  figures: null,
};
export const Draft = at('/business/forms/draft123', responds(getBusinessForm, draft));
export const OfAnotherAccount: Story = {
  ...at('/business/forms/foreign1', rejects(getBusinessForm, 'notFound', 'Nicht gefunden.')),
  play: async () => {
    await screen.findByText('Nicht gefunden');
  },
};

export const NoPreview: Story = {
  ...at(
    '/business/forms/draft123/preview',
    rejects(previewBusinessForm, 'notFound', 'Nicht gefunden.'),
    responds(getBusinessForm, draft),
  ),
  play: async () => {
    await screen.findByText(/sobald das Formular veröffentlicht ist/);
  },
};
export const PreviewOfNothing: Story = {
  ...at(
    '/business/forms/nothing1/preview',
    rejects(previewBusinessForm, 'notFound', 'Nicht gefunden.'),
    rejects(getBusinessForm, 'notFound', 'Nicht gefunden.'),
  ),
  play: async () => {
    await screen.findByText('Nicht gefunden');
  },
};
export const Preview: Story = {
  ...at(
    '/business/forms/accident1/preview',
    responds(previewBusinessForm, {
      revision: 3,
      formElement: accidentReport,
      assistantNotice: null,
      showAgb: false,
      showDatenschutz: false,
      theme: { primaryColor: '#14505c' },
      validatorUrl: '/validators/none.js',
    }),
  ),
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Unfall melden' }));
    // by the rules of its visitors
    await screen.findByRole('region', { name: /Bitte prüfen Sie/ });
    await expect(getToasts()).toEqual([]);
  },
};
