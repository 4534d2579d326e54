import type { Meta } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { createUser, listUsers } from '#schemas/access/clients.ts';
import { inviteUser } from '#schemas/access/users.ts';
import { neverResponds, rejects, responds } from '../support/mockApi.ts';
import { inDark, inEnglish, onPhone } from '../support/variants.ts';
import {
  ClientsScreen,
  long,
  mara,
  opened,
  openForm,
  shown,
  sund,
  type Story,
} from './clientsStory.tsx';

/** The clients of a firm, for its staff. */
const meta = {
  title: 'Screens/Clients',
  component: ClientsScreen,
  args: { address: '/business/clients' },
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta<typeof ClientsScreen>;
export default meta;

export const List: Story = {
  ...shown('admin'),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByRole('link', { name: 'Mara Lorenz' })).toBeVisible();
    await expect(canvas.getByText('Am 14.11.2026 abgelaufen')).toBeVisible();
    await expect(canvas.getByText('Zuletzt: 19.11.2026')).toBeVisible();
    await userEvent.click(await canvas.findByRole('button', { name: 'Abgelaufen 2' }));
    await expect(await canvas.findByRole('link', { name: 'Tomasz Nowak' })).toBeVisible();
    await expect(canvas.queryByRole('link', { name: 'Mara Lorenz' })).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Alle 214' }));
    await expect(await canvas.findByRole('link', { name: 'Mara Lorenz' })).toBeVisible();
  },
};
export const ListInDark = inDark({ ...shown('admin') });
export const ListInEnglish: Story = inEnglish({
  ...shown('admin'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Invitation expired')).toBeVisible();
  },
});
export const ListOnPhone: Story = onPhone({
  ...shown('admin'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Mara Lorenz' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Einladen' })).toBeVisible();
  },
});
export const LongNames: Story = {
  ...opened(long, 'admin', responds(listUsers, { items: [long, mara], total: 2 })),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: /Hinterlegungsstelle/ })).toBeVisible();
    await expect(await canvas.findByText(/^1\.?204 Akten$/)).toBeVisible();
  },
};
export const LongNamesOnPhone: Story = onPhone({
  ...shown('admin', responds(listUsers, { items: [long, mara], total: 2 })),
});
export const Empty: Story = {
  ...shown('admin', responds(listUsers, { items: [], total: 0 })),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Noch keine Mandanten.')).toBeVisible();
  },
};
export const NothingFound: Story = {
  ...shown('admin', responds(listUsers, { items: [], total: 0 })),
  args: { address: '/business/clients?q=Zeppelin' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Niemanden gefunden.')).toBeVisible();
    await expect(canvas.getByRole('searchbox')).toHaveValue('Zeppelin');
  },
};
export const LoadingList: Story = {
  ...shown('admin', neverResponds(listUsers)),
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Mandanten' });
    await waitFor(() => expect(canvas.getByText(/^Wird geladen/)).toBeVisible());
  },
};
export const Failed: Story = {
  ...shown('admin', rejects(listUsers, 'unavailable', 'Der Dienst ist gerade nicht erreichbar.')),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toBeVisible();
  },
};
export const ForExternals: Story = {
  ...shown('external'),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('Mit Ihrer Rolle sehen Sie die Mandanten nicht.'),
    ).toBeVisible();
  },
};

/** A missing answer is shown at its field, and so is the server's error. */
export const Inviting: Story = {
  ...shown(
    'admin',
    rejects(createUser, 'invalidInput', '', { '/email': 'Diese Adresse gibt es nicht.' }),
  ),
  play: async (context) => {
    const { userEvent } = context;
    const dialog = await openForm(context, 'Einladen', 'Zum Portal einladen');
    await userEvent.click(dialog.getByRole('button', { name: 'Einladung schicken' }));
    await expect((await dialog.findAllByText('Geben Sie den Nachnamen ein.'))[0]).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: /^Vorname/ }), 'Mara');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Nachname' }), 'Lorenz');
    await userEvent.type(dialog.getByRole('textbox', { name: 'E-Mail-Adresse' }), 'm@example.org');
    await userEvent.click(dialog.getByRole('button', { name: 'Einladung schicken' }));
    await expect((await dialog.findAllByText('Diese Adresse gibt es nicht.'))[0]).toBeVisible();
  },
};
export const InvitingInDark = inDark({
  ...shown('admin'),
  play: async (context: Parameters<NonNullable<Story['play']>>[0]) => {
    await openForm(context, 'Einladen', 'Zum Portal einladen');
  },
});
export const InvitingOnPhone: Story = onPhone({
  ...shown('admin'),
  play: async (context: Parameters<NonNullable<Story['play']>>[0]) => {
    await openForm(context, 'Einladen', 'Zum Portal einladen');
  },
});

/** A client with a single name, who was created, but not invited. */
export const NotInvited: Story = {
  ...shown(
    'admin',
    {
      endpoint: createUser,
      answer: async (_, request) => {
        await expect(await request.json()).toMatchObject({
          firstName: '',
          lastName: sund.lastName,
        });
        return Response.json(sund);
      },
    },
    rejects(inviteUser, 'unavailable', 'Der Dienst ist gerade nicht erreichbar.'),
  ),
  play: async (context) => {
    const { userEvent } = context;
    const dialog = await openForm(context, 'Einladen', 'Zum Portal einladen');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Nachname' }), sund.lastName);
    await userEvent.type(dialog.getByRole('textbox', { name: 'E-Mail-Adresse' }), 'm@example.org');
    await userEvent.click(dialog.getByRole('button', { name: 'Einladung schicken' }));
    await expect(
      await dialog.findByText(/Reederei Sund GmbH ist angelegt, aber noch nicht eingeladen/),
    ).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Noch einmal schicken' })).toBeVisible();
  },
};
