import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, waitFor, within } from 'storybook/test';
import { closeCase, getProviderCase, listProviderCases } from '#schemas/cases/cases.ts';
import {
  createMessage,
  getMessageFile,
  listMessages,
  withdrawMessage,
} from '#schemas/cases/messages.ts';
import { makeProviderCase, makeProviderMessage } from '#schemas/testing/make.ts';
import { getToasts } from '#src/ui/toast.ts';
import { neverResponds, rejects, responds } from '../support/mockApi.ts';
import { inDark, inEnglish, onPhone } from '../support/variants.ts';
import { at, cases, Screen, shown } from './firmCasesStory.tsx';

/** The cases of a firm for its staff. */
const meta = {
  title: 'Screens/Firm cases',
  component: Screen,
  args: { address: '/business/cases' },
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The case whose newest message is a client's is bold; the chip counts those. */
export const List: Story = {
  ...shown('admin'),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('link', { name: /^Wartet auf Antwort: Verkehrsunfall Brandt/ }),
    ).toBeVisible();
    await expect(await canvas.findByRole('button', { name: 'Unbeantwortet 1' })).toBeVisible();
    await expect(canvas.getByText('Selin Aydın: Das Gutachten liegt vor.')).toBeVisible();
    await expect(canvas.getByText('Wählen Sie links eine Akte.')).toBeVisible();
  },
};
export const ListInDark = inDark(List);
export const ListOnPhone: Story = onPhone({
  ...shown('admin'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: /Verkehrsunfall Brandt/ })).toBeVisible();
    await expect(canvas.queryByText('Wählen Sie links eine Akte.')).not.toBeVisible();
  },
});
export const NothingClosed: Story = {
  ...shown('admin'),
  args: { address: '/business/cases?view=closed' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Hier ist noch keine Akte.')).toBeVisible();
  },
};

/** The newest message is last, with who has read what the firm wrote. */
export const Case: Story = {
  ...shown('admin'),
  ...at(),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('article', { name: /Werkstatt/ })).toBeVisible();
    await expect(canvas.getByText(/Nora Brandt hat sie am 21\.11\.2026 gelesen/)).toBeVisible();
    await expect(
      canvas.getByText(/Az\. 2026\/0402-SA · Nora Brandt · angelegt am 15\.10\.2026/),
    ).toBeVisible();
    await expect(canvas.getByRole('tab', { name: 'Verlauf', selected: true })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Gutachten' })).toBeVisible();
  },
};
export const CaseInDark = inDark(Case);
export const CaseInEnglish: Story = inEnglish({
  ...shown('admin'),
  ...at(),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('tab', { name: 'Messages', selected: true }),
    ).toBeVisible();
  },
});
export const CaseOnPhone: Story = onPhone({
  ...shown('user'),
  ...at(),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('article', { name: /Werkstatt/ });
    await expect(canvas.queryByRole('button', { name: 'Akte ablegen' })).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Zurück zu den Akten' }));
    await expect(await canvas.findByRole('link', { name: /Verkehrsunfall Brandt/ })).toBeVisible();
  },
});

/** A refused message stays in the form, with the reason. */
export const Writing: Story = {
  ...shown('user', rejects(createMessage, 'clientEnded', 'Die Mandantin ist nicht mehr dabei.')),
  ...at(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Nachricht schreiben' }));
    await expect(await canvas.findByText(/An: Nora Brandt\. Eine E-Mail sagt/)).toBeVisible();
    await userEvent.type(await canvas.findByRole('textbox', { name: /Betreff/ }), 'Werkstatt');
    await userEvent.type(canvas.getByRole('textbox', { name: /^Nachricht/ }), 'Bitte warten.');
    await userEvent.click(canvas.getByRole('button', { name: 'Nachricht senden' }));
    await expect(await canvas.findByText('Die Mandantin ist nicht mehr dabei.')).toBeVisible();
    await expect(canvas.getByRole('textbox', { name: /Betreff/ })).toHaveValue('Werkstatt');
    await userEvent.click(canvas.getByRole('button', { name: 'Schließen, Entwurf behalten' }));
    await expect(canvas.getByRole('button', { name: 'Nachricht schreiben' })).toHaveFocus();
  },
};

/** A field that the server refuses is marked in the form. */
export const RefusedText: Story = {
  ...shown(
    'user',
    rejects(createMessage, 'invalidInput', 'Bitte prüfen Sie Ihre Angaben.', {
      '/text': 'Der Text ist zu lang.',
    }),
  ),
  ...at(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Nachricht schreiben' }));
    await userEvent.type(await canvas.findByRole('textbox', { name: /Betreff/ }), 'Werkstatt');
    await userEvent.type(canvas.getByRole('textbox', { name: /^Nachricht/ }), 'Bitte warten.');
    await userEvent.click(canvas.getByRole('button', { name: 'Nachricht senden' }));
    await expect((await canvas.findAllByText('Der Text ist zu lang.'))[0]).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Schließen, Entwurf behalten' }));
  },
};

/** A file that cannot be downloaded says why. */
export const File: Story = {
  ...shown(
    'user',
    responds(listMessages, {
      items: [
        makeProviderMessage({
          files: [
            {
              fileId: 'd1000001',
              fileName: 'Gutachten.pdf',
              fileExtension: 'pdf',
              size: 4_200_000,
              hasThumbnail: false,
              messageId: 'm1000001',
              creationDate: '2026-11-20T15:20:00.000Z',
            },
          ],
        }),
      ],
      total: 1,
    }),
    rejects(getMessageFile, 'unavailable', 'Der Dienst ist gerade nicht erreichbar.'),
  ),
  ...at(),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('button', { name: /^Gutachten.pdf, 4,0 MB, herunterladen/ }),
    ).toBeVisible();
  },
};

export const Withdrawing: Story = {
  ...shown('user', responds(withdrawMessage, { withdrawn: true })),
  ...at(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Zurückziehen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Nachricht zurückziehen?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Zurückziehen' }));
    await waitFor(() =>
      expect(getToasts().map(({ text }) => text)).toEqual([{ id: 'firmCases.withdrawn' }]),
    );
  },
};

export const Closing: Story = {
  ...shown('admin', responds(closeCase, makeProviderCase({ state: 'closed' }))),
  ...at(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Akte ablegen' }));
    await waitFor(() =>
      expect(getToasts().map(({ text }) => text)).toEqual([{ id: 'firmCases.closed' }]),
    );
  },
};

/** A case without clients has no reader for a message. */
export const WithoutClients: Story = {
  ...shown(
    'admin',
    responds(getProviderCase, cases[1] ?? makeProviderCase()),
    responds(listMessages, { items: [], total: 0 }),
  ),
  ...at(),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/hat noch keine Mandanten/)).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Nachricht schreiben' })).toBeNull();
  },
};

export const NewFolder: Story = {
  ...shown('user'),
  ...at(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Neuer Ordner' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Neuer Ordner' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
    await expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Bitte geben Sie dem Ordner einen Namen.',
    );
  },
};

export const Loading: Story = {
  ...shown('admin', neverResponds(listProviderCases)),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText(/^Wird geladen/)).toBeVisible());
  },
};
/** A case that is withdrawn while it is open leaves the page. */
export const Gone: Story = {
  ...shown('admin', rejects(getProviderCase, 'notFound', 'Das gibt es nicht.')),
  ...at(),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Das gibt es nicht.')).toBeVisible();
  },
};
export const WithoutRight: Story = {
  ...shown('external'),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('Mit Ihrer Rolle sehen Sie die Akten nicht.'),
    ).toBeVisible();
  },
};
