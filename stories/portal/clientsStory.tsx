import type { StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, waitFor, within } from 'storybook/test';
import { countUsers, getUser, listUsers, type ListedUser } from '#schemas/access/clients.ts';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import { listProviderCases } from '#schemas/cases/cases.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { makeAccount, makeListedUser, makeProviderCase } from '#schemas/testing/make.ts';
import { createStore } from '#src/app/store.ts';
import { ClientsPage } from '#src/features/portal/clients/ClientsPage.tsx';
import { portalForms } from '#src/forms/portalForms.ts';
import { clearToasts, getToasts } from '#src/ui/toast.ts';
import { logIn } from '../support/logIn.ts';
import { mockApi, responds, respondsBy } from '../support/mockApi.ts';

/** The page of a firm's clients. */
export function ClientsScreen({ address }: { address: string }) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        <ClientsPage />
      </MemoryRouter>
    </Provider>
  );
}

export type Story = StoryObj<typeof ClientsScreen>;

const registered = { userStatus: 1, accessState: 'active', invitation: null } as const;
export const nora = makeListedUser({
  ...registered,
  userId: 'u1000002',
  firstName: 'Nora',
  lastName: 'Brandt',
  email: 'nora.brandt@example.org',
  registeredAt: '2026-10-02T09:00:00.000Z',
  lastSeenDate: '2026-11-19T07:38:00.000Z',
});
export const mara = makeListedUser();
export const tomasz = makeListedUser({
  userId: 'u1000003',
  firstName: 'Tomasz',
  lastName: 'Nowak',
  email: 't.nowak@example.org',
  accessState: 'expired',
  invitation: { createdAt: '2026-10-31T09:00:00.000Z', validUntil: '2026-11-14T09:00:00.000Z' },
});
export const sund = makeListedUser({
  userId: 'u1000004',
  firstName: '',
  lastName: 'Reederei Sund GmbH',
  email: 'verwaltung@sund.example',
  mobile: null,
  accessState: 'none',
  invitation: null,
  caseCount: 3,
});
export const kai = makeListedUser({
  ...registered,
  userId: 'u1000005',
  firstName: 'Kai',
  lastName: 'Vogt',
  email: 'kai.vogt@example.org',
  accessState: 'disabled',
  isDisabled: true,
});
export const jonas = makeListedUser({
  ...registered,
  userId: 'u1000006',
  salutation: 'Dr.',
  firstName: 'Jonas',
  lastName: 'Wieland',
  email: 'jonas.wieland@example.org',
  accessState: 'ended',
  endedDate: '2026-11-02T10:00:00.000Z',
  endedBy: 'provider',
  caseCount: 0,
});
export const long = makeListedUser({
  ...registered,
  userId: 'u1000007',
  firstName: 'Maximiliane-Alexandra Theodora',
  lastName: 'von Donaudampfschifffahrtsgesellschaft-Hinterlegungsstelle',
  email: 'maximiliane-alexandra.theodora.von.donaudampfschifffahrt@hinterlegungsstelle.example',
  registeredAt: '2026-11-01T09:00:00.000Z',
  caseCount: 1_204,
});
const clients = [nora, mara, tomasz, sund, kai, jonas];
export const counts = {
  all: 214,
  none: 17,
  invited: 9,
  expired: 2,
  active: 184,
  disabled: 1,
  ended: 1,
};

const cases = responds(listProviderCases, {
  items: [makeProviderCase({ header: 'Bußgeldbescheid A 7, Lorenz' })],
  total: 1,
});
const staffOf = (role: StaffRole) =>
  responds(listAccounts, { accounts: [makeAccount({ boardRole: role })] });
const list = respondsBy(listUsers, (query) => {
  const state = query.get('accessState');
  const items = clients.filter(({ accessState }) => state === null || accessState === state);
  return { items, total: items.length };
});
/** The page for a role; the planned responses come first. */
export function shown(role: StaffRole, ...planned: Parameters<typeof mockApi>): Story {
  return {
    beforeEach: () => {
      clearToasts();
      const counted = responds(countUsers, counts);
      const endings = [logIn(), mockApi(...planned, staffOf(role), list, counted, cases)];
      return () => {
        for (const end of endings) end();
      };
    },
  };
}
/** The page with the panel of a client. */
export const opened = (
  client: ListedUser,
  role: StaffRole,
  ...planned: Parameters<typeof mockApi>
) => ({
  // The counts come first, because their address looks like that of a client.
  ...shown(role, ...planned, responds(countUsers, counts), responds(getUser, client)),
  args: { address: `/business/clients?client=${client.userId}` },
});
export const toastsAre = (...expected: object[]) =>
  waitFor(() => expect(getToasts()).toMatchObject(expected));

/** Opens a dialog with the form of a client. */
export async function openForm(
  { canvas, userEvent }: Parameters<NonNullable<Story['play']>>[0],
  button: string,
  title: string,
) {
  await portalForms.load('client'); // slow on a busy machine
  await userEvent.click(await canvas.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await dialog.findByRole('textbox', { name: 'Nachname' });
  return dialog;
}
