import type { Meta } from '@storybook/react-vite';
import { expect, screen, waitFor, within } from 'storybook/test';
import { changeUser, countUsers, disableUser, getUser } from '#schemas/access/clients.ts';
import { endRelation } from '#schemas/access/relations.ts';
import { inviteUser, revokeInvitations } from '#schemas/access/users.ts';
import { listProviderCases } from '#schemas/cases/cases.ts';
import { clearToasts } from '#src/ui/toast.ts';
import { neverResponds, rejects, responds, type Planned } from '../support/mockApi.ts';
import { inDark, inWindow, onPhone } from '../support/variants.ts';
import {
  ClientsScreen,
  counts,
  jonas,
  kai,
  mara,
  nora,
  opened,
  openForm,
  shown,
  sund,
  toastsAre,
  tomasz,
  type Story,
} from './clientsStory.tsx';

/** The panel of a firm's client. */
const meta = {
  title: 'Screens/Client of a firm',
  component: ClientsScreen,
  args: { address: '/business/clients' },
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta<typeof ClientsScreen>;
export default meta;

/** The panel has the steps of the invitation; it is sent again, and withdrawn. */
export const Invited: Story = {
  ...opened(
    mara,
    'admin',
    responds(revokeInvitations, { revoked: 1 }),
    responds(inviteUser, {
      invitationId: 'i1',
      hashUserKey: 'k'.repeat(43),
      url: 'https://portal.example/start/k',
      validUntil: '2026-12-07T08:20:00.000Z',
    }),
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByRole('heading', { name: 'Mara Lorenz' })).toBeVisible();
    const step = canvas.getByText('Link gilt bis').closest('li');
    await expect(step).toHaveAttribute('aria-current', 'step');
    await expect(await canvas.findByRole('link', { name: /Bußgeldbescheid/ })).toHaveAttribute(
      'href',
      '/business/cases?acc=a1&case=c1000001',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Noch einmal schicken' }));
    await toastsAre({ level: 'success', text: { id: 'clients.invitedTo' } });
    clearToasts();
    await userEvent.click(canvas.getByRole('button', { name: 'Einladung zurücknehmen' }));
    await toastsAre({ level: 'success', text: { id: 'clients.revoked' } });
  },
};
export const InvitedInDark = inDark({ ...opened(mara, 'admin') });
export const InvitedOnPhone: Story = onPhone({
  ...opened(mara, 'admin'),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('heading', { name: 'Mara Lorenz' });
    await userEvent.click(canvas.getByRole('button', { name: 'Schließen' }));
    await expect(await canvas.findByRole('link', { name: 'Nora Brandt' })).toBeVisible();
  },
});
export const InvitedOnTablet: Story = inWindow({ ...opened(mara, 'admin') }, 900, 1100);
export const Active: Story = {
  ...opened(nora, 'admin'),
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Nora Brandt' });
    await expect(canvas.queryByRole('button', { name: 'Noch einmal schicken' })).toBeNull();
    await expect(canvas.getByRole('button', { name: 'Zugang sperren' })).toBeVisible();
  },
};
export const Expired: Story = {
  ...opened(tomasz, 'consultant'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Link abgelaufen')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Noch einmal schicken' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Einladung zurücknehmen' })).toBeNull();
  },
};
export const WithoutAccess: Story = {
  ...opened(
    sund,
    'admin',
    rejects(inviteUser, 'tooManyRequests', 'Zu viele Einladungen. Bitte später noch einmal.'),
  ),
  play: async ({ canvas, userEvent }) => {
    const panel = within(await canvas.findByRole('complementary', { name: 'Mandant' }));
    await panel.findByRole('heading', { name: 'Reederei Sund GmbH' });
    await userEvent.click(panel.getByRole('button', { name: 'Einladen' }));
    await toastsAre({ level: 'error', text: 'Zu viele Einladungen. Bitte später noch einmal.' });
  },
};
export const Locked: Story = {
  ...opened(kai, 'admin'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Sperre aufheben' })).toBeVisible();
    await expect(canvas.queryByRole('heading', { name: 'Einladung' })).toBeNull();
  },
};
export const Ended: Story = {
  ...opened(jonas, 'admin', responds(listProviderCases, { items: [], total: 0 })),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Wieder einladen' })).toBeVisible();
    await expect(await canvas.findByText('Noch keine Akte.')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Zugang sperren' })).toBeNull();
  },
};
/** Roles without the deeds read the panel. */
export const ForReaders: Story = {
  ...opened(mara, 'internal'),
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Mara Lorenz' });
    await expect(await canvas.findByRole('link', { name: /Bußgeldbescheid/ })).toBeVisible();
    for (const name of ['Einladen', 'Noch einmal schicken', 'Angaben ändern', 'Zugang sperren'])
      await expect(canvas.queryByRole('button', { name })).toBeNull();
  },
};
export const UnknownClient: Story = {
  ...shown('admin', responds(countUsers, counts), rejects(getUser, 'notFound', '')),
  args: { address: '/business/clients?client=gone' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Diesen Mandanten gibt es hier nicht.')).toBeVisible();
  },
};
export const FailedPanel: Story = {
  ...shown('admin', responds(countUsers, counts), rejects(getUser, 'unavailable', 'Später.')),
  args: { address: '/business/clients?client=u1000001' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toBeVisible();
  },
};
export const LoadingPanel: Story = {
  ...shown('admin', responds(countUsers, counts), neverResponds(getUser)),
  args: { address: '/business/clients?client=u1000001' },
};

/** Locking works at once, with a toast that takes it back; the end of a relation asks. */
export const Locking: Story = {
  ...opened(nora, 'admin', responds(disableUser, kai), responds(endRelation, jonas)),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Zugang sperren' }));
    await toastsAre({ text: { id: 'clients.locked' }, action: { label: { id: 'action.undo' } } });
    clearToasts();
    await userEvent.click(canvas.getByRole('button', { name: 'Verbindung beenden' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Verbindung beenden?' }));
    await expect(dialog.getByText(/für Nora Brandt/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Verbindung beenden' }));
    await toastsAre({ text: { id: 'clients.ended' } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};

/** A first name that is deleted is sent as an empty one, because an omitted field stays. */
export const FirstNameDeleted: Story = {
  ...opened(mara, 'admin', {
    endpoint: changeUser,
    answer: async (_, request) => {
      await expect(await request.json()).toEqual({ firstName: '' });
      return Response.json({ ...mara, firstName: '' });
    },
  }),
  play: async (context) => {
    const { userEvent } = context;
    const dialog = await openForm(context, 'Angaben ändern', 'Angaben ändern');
    await userEvent.clear(dialog.getByRole('textbox', { name: /^Vorname/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
    await toastsAre({ text: { id: 'clients.saved' } });
  },
};

/** The client changes with the first change that is refused, however often they are read before. */
function overtakes(): Planned[] {
  let isOvertaken = false;
  const refused = rejects(changeUser, 'preconditionFailed', 'Inzwischen geändert.');
  return [
    {
      endpoint: getUser,
      answer: () =>
        Response.json(isOvertaken ? { ...mara, lastName: 'Lorenz-Behn' } : mara, {
          headers: { etag: isOvertaken ? '"2"' : '"1"' },
        }),
    },
    {
      ...refused,
      answer: (...call) => {
        isOvertaken = true;
        return refused.answer(...call);
      },
    },
  ];
}

/** A change that another user has overtaken is not overwritten: both states are shown. */
export const Overtaken: Story = {
  ...shown('admin', responds(countUsers, counts), ...overtakes()),
  args: { address: '/business/clients?client=u1000001' },
  play: async (context) => {
    const { userEvent } = context;
    const dialog = await openForm(context, 'Angaben ändern', 'Angaben ändern');
    await userEvent.type(dialog.getByRole('textbox', { name: /^Anrede/ }), 'Frau');
    await userEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
    await expect(await dialog.findByText(/Jemand anderes hat diese Angaben/)).toBeVisible();
    await expect(dialog.getByText('Nachname: Lorenz-Behn')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: /^Anrede/ })).toHaveValue('Frau');
  },
};
