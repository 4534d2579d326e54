import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import type { StoryObj } from '@storybook/react-vite';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import { getProviderCaseHistory } from '#schemas/cases/caseHistories.ts';
import { getProviderCase, listProviderCases } from '#schemas/cases/cases.ts';
import { listMessages } from '#schemas/cases/messages.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { makeAccount, makeProviderCase, makeProviderMessage } from '#schemas/testing/make.ts';
import { listStaff } from '#schemas/tasks/board.ts';
import { getCaseStaff } from '#schemas/tasks/caseStaff.ts';
import { listProviderTasks, type ProviderTask } from '#schemas/tasks/tasks.ts';
import { createStore } from '#src/app/store.ts';
import { FirmCasesPage } from '#src/features/cases/firm/FirmCasesPage.tsx';
import { portalForms } from '#src/forms/portalForms.ts';
import { clearToasts } from '#src/ui/toast.ts';
import { logIn } from '../support/logIn.ts';
import { mockApi, responds, respondsBy } from '../support/mockApi.ts';

/** The page of a firm's cases at an address. */
export function Screen({ address }: { address: string }) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        <FirmCasesPage />
      </MemoryRouter>
    </Provider>
  );
}

export const cases = [
  makeProviderCase(),
  makeProviderCase({
    caseId: 'c1000002',
    aktenzeichen: '',
    header: 'Kündigungsschutz Falk ./. Nordmetall Donaudampfschifffahrtsgesellschaft',
    clients: [],
    userIds: [],
    lastMessage: null,
    lastMessageDate: null,
  }),
  makeProviderCase({
    caseId: 'c1000003',
    aktenzeichen: '2026/0417-MB',
    header: 'Verkehrsunfall Wieland ./. Alster Assekuranz',
    lastMessage: { text: 'Das Gutachten liegt vor.', creatorName: 'Selin Aydın', userId: null },
  }),
];
const messages = [
  makeProviderMessage({
    messageId: 'm1000002',
    header: 'Werkstatt',
    text: 'Die Werkstatt hat sich gemeldet. Soll ich den Auftrag schon unterschreiben?',
    creatorName: 'Nora Brandt',
    userId: 'u1000001',
    creationDate: '2026-11-23T07:40:00.000Z',
    readBy: [],
  }),
  makeProviderMessage(),
];
const task: ProviderTask = {
  workflowId: 'w1000001',
  externalId: null,
  caseId: 'c1000001',
  formId: 'f1000001',
  revision: 1,
  assistantName: 'Fragen zum Unfallhergang',
  status: 4,
  state: 'open',
  assignee: { userId: 'u2', firstName: 'Jana', lastName: 'Ott' },
  validUntil: '2026-11-30T17:00:00.000Z',
  reminderHours: 24,
  openedDate: null,
  answerCreationDate: null,
  answeredBy: null,
  submissionId: null,
  closedDate: null,
  creationDate: '2026-11-20T15:00:00.000Z',
};
const answered: ProviderTask = {
  ...task,
  workflowId: 'w1000002',
  assistantName: 'Zeugen benennen',
  state: 'answered',
  assignee: null,
  answerCreationDate: '2026-11-22T10:00:00.000Z',
  submissionId: 's1000003',
};
/** The deadline has passed before the job that closes the task ran. */
const expired: ProviderTask = {
  ...task,
  workflowId: 'w1000003',
  assistantName: 'Vollmacht',
  state: 'expired',
  validUntil: '2026-11-12T17:00:00.000Z',
  closedDate: '2026-11-13T02:30:00.000Z',
};
export const history = {
  stateGroups: [
    {
      name: 'Schaden gemeldet',
      states: [{ statusText: 'Anzeige verschickt', isInProgress: false, date: '2026-10-16' }],
    },
    { name: 'Regulierung', states: [] },
  ],
};

export const withEtag = (body: object, etag: string) => Response.json(body, { headers: { etag } });

const staffOf = (role: StaffRole) =>
  responds(listAccounts, { accounts: [makeAccount({ boardRole: role })] });
const list = respondsBy(listProviderCases, (query) => {
  const items = query.get('isUnanswered') ? cases.slice(0, 1) : cases;
  return query.get('state') === 'closed' ? { items: [], total: 0 } : { items, total: items.length };
});
const rest = [
  responds(getProviderCase, cases[0] ?? makeProviderCase()),
  responds(listMessages, { items: messages, total: 2 }),
  responds(listProviderTasks, { items: [task, answered, expired], total: 3 }),
  responds(getProviderCaseHistory, history),
  responds(getCaseStaff, { userIds: null }),
  responds(listStaff, {
    staff: [{ userId: 'u2', firstName: 'Jana', lastName: 'Ott', role: 'user' }],
  }),
];

/** Mocks the server for a member of the staff; planned answers come before the usual ones. */
export function shown(
  role: StaffRole,
  ...planned: Parameters<typeof mockApi>
): StoryObj<typeof Screen> {
  return {
    loaders: [() => portalForms.load('newMessage')],
    beforeEach: () => {
      clearToasts();
      const endings = [logIn(), mockApi(...planned, staffOf(role), list, ...rest)];
      return () => {
        for (const end of endings) end();
      };
    },
  };
}
/** Opens the first case at a tab. */
export const at = (tab = '') => ({
  args: { address: `/business/cases?case=c1000001${tab && `&tab=${tab}`}` },
});
