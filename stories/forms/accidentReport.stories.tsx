import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { ConsentBanner } from '#src/features/portal/consent/ConsentBanner.tsx';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import { DraftNotice } from '#src/forms/sheet/DraftNotice.tsx';
import { SucceedPage } from '#src/features/forms/assistants/SucceedPage.tsx';
import { HomePage } from '#src/features/portal/home/HomePage.tsx';
import { LanguageChoice } from '#src/locale/LanguageChoice.tsx';
import { NotFoundPage } from '#src/features/portal/notFound/NotFoundPage.tsx';
import { ToastViewport } from '#src/features/portal/toasts/ToastViewport.tsx';

/** Whole screens and overlays in states that are rare in the running product. */
const meta = {
  title: 'Screens/External form',
  decorators: [(Story) => <Story />],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const thanks = {
  accountName: 'Aydın & Kollegen',
  headerLogoUrl: null,
  theme: {},
  resultText: 'Danke, Ihre Unfallmeldung ist bei uns.',
  returnUrl: 'https://aydin-kollegen.example/danke',
};

const page = { isPage: true };
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

export const Home: Story = {
  parameters: page,
  render: () => (
    <MemoryRouter>
      <HomePage languageChoice={<LanguageChoice />} />
    </MemoryRouter>
  ),
};
export const NotFound: Story = {
  parameters: page,
  render: () => (
    <MemoryRouter>
      <NotFoundPage languageChoice={<LanguageChoice />} />
    </MemoryRouter>
  ),
};
/** Shows the thank-you page of a submission whose copy is or is not mailed. */
const thanksPage = (copyTo: string | null): Story => ({
  parameters: page,
  render: () => (
    <MemoryRouter
      initialEntries={[
        {
          pathname: '/externalform/guid/succeed',
          state: {
            thanks,
            wasSentBefore: false,
            receipt: {
              submissionId: 'kx3Fq0vU7hZrT1mYwA9sLg',
              reference: 'K7F-2QM-9TX',
              submittedAt: '2026-11-20T10:15:00.000Z',
              copyTo,
            },
          },
        },
      ]}
    >
      <Routes>
        <Route
          path="/externalform/:processGuid/succeed"
          element={<SucceedPage languageChoice={<LanguageChoice />} />}
        />
      </Routes>
    </MemoryRouter>
  ),
});
export const Sent: Story = thanksPage(null);
export const SentWithCopyByMail: Story = {
  ...thanksPage('j•••@example.com'),
  play: async ({ canvas }) => {
    await canvas.findByText(/^Eine E-Mail an j•••@example.com ist unterwegs/);
  },
};
export const Loading: Story = { render: () => <FormSkeleton /> };
export const DraftRestored: Story = {
  render: () => (
    <DraftNotice
      draft="restored"
      lost={{ lostFiles: [], lostAnswers: [] }}
      onDiscard={() => undefined}
    />
  ),
};
export const DraftWithoutFiles: Story = {
  render: () => (
    <DraftNotice
      draft="restored"
      lost={{ lostFiles: ['stossstange.jpg', 'brief.pdf'], lostAnswers: ['Kennzeichen'] }}
      onDiscard={() => undefined}
    />
  ),
};
export const DraftUnsent: Story = {
  render: () => (
    <DraftNotice
      draft="unsent"
      lost={{ lostFiles: [], lostAnswers: [] }}
      onDiscard={() => undefined}
    />
  ),
};
export const DraftDiscardAsked: Story = {
  ...DraftRestored,
  play: async ({ canvas, userEvent }) =>
    userEvent.click(await canvas.findByRole('button', { name: 'Von vorn beginnen' })),
};
export const Consent: Story = { render: () => <ConsentBanner /> };
export const Toasts: Story = {
  render: () => (
    <ToastViewport
      list={[
        { id: 1, level: 'error', text: 'Wir erreichen den Server gerade nicht.' },
        { id: 2, level: 'warning', text: 'Die Nachricht ist nicht mehr für Sie freigegeben.' },
        { id: 3, level: 'success', text: 'Ihr Passwort ist geändert.' },
        {
          id: 4,
          level: 'warning',
          text: `Die Akte „${longWord.repeat(2)}“ wird nicht mehr geteilt.`,
        },
      ]}
    />
  ),
  async play({ canvas }) {
    const [last] = (await canvas.findAllByRole('button')).slice(-1);
    await expect(last?.getBoundingClientRect().right).toBeLessThanOrEqual(
      document.documentElement.clientWidth,
    );
  },
};
