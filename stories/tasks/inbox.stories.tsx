import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, waitFor, within } from 'storybook/test';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import {
  countInbox,
  getInboxRecord,
  listInbox,
  markInboxItem,
  openInboxItem,
  type InboxRecord,
} from '#schemas/tasks/inbox.ts';
import { makeAccount, makeInboxItem } from '#schemas/testing/make.ts';
import { createStore } from '#src/app/store.ts';
import { removeStored } from '#src/device/storage.ts';
import { InboxPage } from '#src/features/tasks/inbox/InboxPage.tsx';
import { clearToasts, getToasts } from '#src/ui/toast.ts';
import { logIn } from '../support/logIn.ts';
import { mockApi, neverResponds, rejects, responds, respondsBy } from '../support/mockApi.ts';
import { inDark, inEnglish, onPhone } from '../support/variants.ts';

function Screen({ address }: { address: string }) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        <InboxPage />
      </MemoryRouter>
    </Provider>
  );
}

/** The inbox of a firm's staff. */
const meta = {
  title: 'Screens/Inbox',
  component: Screen,
  args: { address: '/business' },
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

const selin = { userId: 'u1', firstName: 'Selin', lastName: 'Aydın' };
const jana = { userId: 'u2', firstName: 'Jana', lastName: 'Ott' };
const openedAt = '2026-11-23T09:00:00.000Z';
const items = [
  makeInboxItem(),
  makeInboxItem({
    submissionId: 's1000002',
    sender: '',
    formTitle: 'Bußgeldbescheid prüfen lassen',
    preview: '26 km/h zu schnell, 02.12.2026',
    submittedAt: '2026-11-23T06:55:00.000Z',
    suspicions: ['tooFast'],
  }),
  makeInboxItem({
    submissionId: 's1000003',
    source: 'task',
    sender: 'Mara Petersen',
    formTitle: 'Zeugen benennen',
    preview: '2 Zeugen',
    submittedAt: '2026-11-22T10:00:00.000Z',
    openedAt,
    assignee: selin,
    caseId: 'c1000001',
    caseHeader: 'Verkehrsunfall Petersen ./. Donaudampfschifffahrtsgesellschaft',
  }),
  makeInboxItem({
    submissionId: 's1000004',
    sender: 'Tomasz Nowak',
    preview: 'Fahrrad, leicht verletzt',
    submittedAt: '2026-11-20T10:00:00.000Z',
    openedAt,
    assignee: jana,
    note: 'Rückruf am Montag vereinbart.',
  }),
];
const toRecord = (item: (typeof items)[number]): InboxRecord => ({
  ...item,
  workflowId: 'w1000001',
  // a colleague does not see the case
  assignees: item.caseId === null ? [selin, jana] : [selin],
  agbAccepted: true,
  datenschutzAccepted: true,
  formElement: {
    title: item.formTitle,
    formElements: [
      { id: 'person', type: 'headline', label: 'Ihre Angaben' },
      { id: 'name', type: 'input', label: 'Name' },
      { id: 'phone', type: 'mobilenumber', label: 'Handynummer' },
      { id: 'accident', type: 'headline', label: 'Der Unfall' },
      { id: 'day', type: 'date', label: 'Unfalltag' },
      { id: 'what', type: 'textarea', label: 'Was ist passiert?' },
    ],
  },
  answers: [
    { elementId: 'name', type: 'input', value: item.sender || 'Unbekannt' },
    { elementId: 'phone', type: 'mobilenumber', value: '+4917604069123' },
    { elementId: 'day', type: 'date', value: '2026-11-18' },
    {
      elementId: 'what',
      type: 'textarea',
      value: 'Ein weißer Lieferwagen kam von rechts aus der Ausfahrt und traf mein Heck.',
    },
  ],
});
const record = (index: number) => {
  const item = items[index] ?? makeInboxItem();
  return [
    responds(getInboxRecord, toRecord(item)),
    responds(openInboxItem, { ...item, openedAt }),
  ] as const;
};
const staffOf = (role: StaffRole) =>
  responds(listAccounts, { accounts: [makeAccount({ boardRole: role })] });
const list = respondsBy(listInbox, (query) => ({
  items: query.get('view') === 'done' ? [] : items,
}));
const counts = responds(countInbox, { open: 12, mine: 4, unassigned: 5, new: 2 });

function shown(role: StaffRole, ...planned: Parameters<typeof mockApi>): Story {
  return {
    beforeEach: () => {
      clearToasts();
      removeStored('inboxKeys');
      const endings = [logIn(), mockApi(...planned, staffOf(role), list, counts)];
      return () => {
        for (const end of endings) end();
      };
    },
  };
}
const open = (index: number) => ({
  args: { address: `/business?item=${items[index]?.submissionId ?? ''}` },
});

/** New items are bold; the view is a chip with its count. */
export const List: Story = {
  ...shown('admin'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Neu: Jonas Wieland' })).toBeVisible();
    await expect(
      await canvas.findByRole('button', { name: 'Offen 12', pressed: true }),
    ).toBeVisible();
    await expect(canvas.getByText('Antwort: Zeugen benennen')).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Neu: Ohne Namen' })).toBeVisible();
    await expect(canvas.getByRole('img', { name: 'Zuständig: Jana Ott' })).toBeVisible();
  },
};
export const ListInDark = inDark(List);
export const ListOnPhone: Story = onPhone({
  ...shown('admin'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Neu: Jonas Wieland' })).toBeVisible();
    await expect(canvas.queryByText('Wählen Sie links eine Einsendung.')).not.toBeVisible();
  },
});

/** The record has the answers with their sections, and what staff may change. */
export const Record: Story = {
  ...shown('admin', ...record(0)),
  ...open(0),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'Jonas Wieland', level: 2 }),
    ).toBeVisible();
    await expect(await canvas.findByText('18.11.2026')).toBeVisible();
    await expect(canvas.getByText(/Verkehrsunfall melden · Fassung 4/)).toBeVisible();
    await expect(canvas.getByRole('combobox', { name: 'Zuständig' })).toHaveValue('');
    await expect(canvas.getByRole('option', { name: 'Jana Ott' })).toBeInTheDocument();
    await expect(await canvas.findByText('1 von 4')).toBeVisible();
  },
};
export const RecordInDark = inDark(Record);
export const RecordOnPhone: Story = onPhone({
  ...shown('admin', ...record(0)),
  ...open(0),
  play: async ({ canvas, userEvent }) => {
    await waitFor(() =>
      expect(canvas.getByRole('heading', { name: 'Jonas Wieland', level: 2 })).toHaveFocus(),
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Zurück zum Eingang' }));
    await expect(await canvas.findByRole('link', { name: 'Neu: Jonas Wieland' })).toBeVisible();
  },
});
export const RecordInEnglish: Story = inEnglish({
  ...shown('admin', ...record(2)),
  ...open(2),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('combobox', { name: 'Assigned to' })).toHaveValue('u1');
    await expect(canvas.getByRole('button', { name: 'Give back' })).toBeVisible();
    await expect(canvas.getByRole('option', { name: 'Selin Aydın' })).toBeInTheDocument();
    await expect(canvas.queryByRole('option', { name: 'Jana Ott' })).toBeNull();
  },
});

/** An assignee who no longer sees the case stays the shown one until another is chosen. */
export const AssigneeWithoutTheCase: Story = {
  ...shown(
    'admin',
    responds(getInboxRecord, { ...toRecord(items[2] ?? makeInboxItem()), assignees: [jana] }),
    responds(openInboxItem, items[2] ?? makeInboxItem()),
  ),
  ...open(2),
  play: async ({ canvas }) => {
    const select = await canvas.findByRole('combobox', { name: 'Zuständig' });
    await expect(select).toHaveDisplayValue('Selin Aydın');
    await expect(within(select).getAllByRole('option')).toHaveLength(3);
  },
};

/** A submission that may come from a program says why, in words. */
export const Suspicious: Story = {
  ...shown('admin', ...record(1)),
  ...open(1),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('Das Formular war in weniger als drei Sekunden ausgefüllt.'),
    ).toBeVisible();
    await expect(canvas.getByRole('heading', { name: 'Ohne Namen', level: 2 })).toBeVisible();
  },
};

/** Staff without the right to assign take what is free, and change nothing of others. */
export const OfAColleague: Story = {
  ...shown('user', ...record(3)),
  ...open(3),
  play: async ({ canvas }) => {
    const note = await canvas.findByRole('textbox', { name: 'Notiz' });
    await expect(note).toHaveValue('Rückruf am Montag vereinbart.');
    await expect(note).toHaveAttribute('readonly');
    await expect(canvas.queryByRole('button', { name: 'Als erledigt ablegen' })).toBeNull();
    await expect(canvas.queryByRole('button', { name: 'Ich übernehme das' })).toBeNull();
  },
};

/** The key marks the open item as done, opens the next one, and the toast takes it back. */
export const Keys: Story = {
  ...shown('admin', ...record(0), responds(markInboxItem, { ...makeInboxItem(), state: 'done' })),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('link', { name: 'Neu: Jonas Wieland' });
    await userEvent.keyboard('j');
    await canvas.findByText('1 von 4');
    await userEvent.keyboard('jk');
    await expect(await canvas.findByText('1 von 4')).toBeVisible();
    await canvas.findByRole('combobox', { name: 'Zuständig' });
    await userEvent.keyboard('e');
    await expect(await canvas.findByText('2 von 4')).toBeVisible();
    await userEvent.keyboard('/');
    await expect(canvas.getByRole('searchbox')).toHaveFocus();
    await userEvent.keyboard('je');
    await expect(canvas.getByRole('searchbox')).toHaveValue('je');
  },
};

/** Single keys can be turned off. */
export const KeysOff: Story = {
  ...shown('admin', ...record(0)),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('link', { name: 'Neu: Jonas Wieland' });
    await userEvent.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Tasten im Eingang' });
    await userEvent.click(
      within(dialog).getByRole('checkbox', { name: 'Einzelne Tasten verwenden' }),
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Schließen' }));
    await userEvent.keyboard('j');
    await expect(canvas.getByText('Wählen Sie links eine Einsendung.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Tasten im Eingang' }));
    await userEvent.click(await screen.findByRole('checkbox', { checked: false }));
    await userEvent.click(screen.getByRole('button', { name: 'Schließen' }));
    await userEvent.keyboard('j');
    await expect(await canvas.findByText('1 von 4')).toBeVisible();
  },
};

/** A change that another user has overtaken is reported, and the new state is shown. */
export const Overtaken: Story = {
  ...shown('admin', ...record(0), rejects(markInboxItem, 'conflict', 'Inzwischen geändert.')),
  ...open(0),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('option', { name: 'Jana Ott' });
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Zuständig' }), 'Jana Ott');
    await waitFor(() =>
      expect(getToasts()).toMatchObject([{ level: 'error', text: { id: 'inbox.overtaken' } }]),
    );
    await waitFor(() =>
      expect(canvas.getByRole('combobox', { name: 'Zuständig' })).toHaveValue(''),
    );
  },
};

/** A note that another user has overtaken stays in the field. */
export const NoteOvertaken: Story = {
  ...shown('admin', ...record(0), rejects(markInboxItem, 'conflict', 'Inzwischen geändert.')),
  ...open(0),
  play: async ({ canvas, userEvent }) => {
    const note = await canvas.findByRole('textbox', { name: 'Notiz' });
    await userEvent.type(note, 'Ruft um 12 an');
    await waitFor(() =>
      expect(getToasts()).toMatchObject([{ level: 'error', text: { id: 'inbox.overtaken' } }]),
    );
    await expect(note).toHaveFocus();
    await expect(note).toHaveValue('Ruft um 12 an');
  },
};

export const Empty: Story = {
  ...shown(
    'admin',
    responds(listInbox, { items: [] }),
    responds(countInbox, { open: 0, mine: 0, unassigned: 0, new: 0 }),
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Alles erledigt.')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Erledigtes ansehen' })).toBeVisible();
  },
};
export const LoadingList: Story = {
  ...shown('admin', neverResponds(listInbox)),
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Eingang' });
    await waitFor(() => expect(canvas.getByText(/^Wird geladen/)).toBeVisible());
  },
};
export const Failed: Story = {
  ...shown('admin', rejects(listInbox, 'unavailable', 'Der Dienst ist gerade nicht erreichbar.')),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toBeVisible();
  },
};
export const ForExternals: Story = {
  ...shown('external'),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('Mit Ihrer Rolle sehen Sie den Eingang nicht.'),
    ).toBeVisible();
  },
};
