import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { screen } from 'storybook/test';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { listBoardTasks, listStaff, type BoardTask } from '#schemas/tasks/board.ts';
import { makeAccount, makeBoardTask } from '#schemas/testing/make.ts';
import { createStore } from '#src/app/store.ts';
import { BoardPage } from '#src/features/tasks/board/BoardPage.tsx';
import { clearToasts } from '#src/ui/toast.ts';
import { logIn } from '../support/logIn.ts';
import { responds, respondsBy, mockApi } from '../support/mockApi.ts';

function Screen() {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={['/board']}>
        <BoardPage />
      </MemoryRouter>
    </Provider>
  );
}

export const boardMeta = {
  component: Screen,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta<typeof Screen>;
export type Story = StoryObj<typeof boardMeta>;

export const jonas = { userId: 'u1', firstName: 'Jonas', lastName: 'Wieland' };
export const card = (
  workflowId: string,
  status: BoardTask['status'],
  assistantName: string,
  changes: Partial<BoardTask> = {},
): BoardTask =>
  makeBoardTask({
    workflowId,
    status,
    assistantName,
    creationDate: `2026-11-0${workflowId.length}T08:00:00.000Z`,
    ...changes,
  });
export const cards = [
  card('a', 0, 'Fragen zum Mietwagen'),
  card('b', 4, 'Vollmacht erteilen', { validUntil: '2099-11-24T17:00:00.000Z', assignee: jonas }),
  card('c', 4, 'Donaudampfschifffahrtsgesellschaftsunterlagen einreichen', {
    state: 'expired',
    validUntil: '2026-11-01T17:00:00.000Z',
  }),
  card('d', 6, 'Fragen zum Unfallhergang', {
    state: 'answered',
    answerCreationDate: '2026-11-19T18:12:00.000Z',
    assignee: jonas,
  }),
  card('e', 7, 'Kostenzusage'),
];
export const buildBoard = (role: StaffRole) =>
  responds(listAccounts, { accounts: [makeAccount({ boardRole: role })] });
/** Returns all cards, or those of the query. */
export const boardTasks = respondsBy(listBoardTasks, (query) => ({
  items: cards.filter(
    ({ workflowId }) => query.get('workflowIds')?.split(',').includes(workflowId) ?? true,
  ),
}));
export const staff = responds(listStaff, { staff: [{ ...jonas, role: 'admin' }] });

export function shown(role: StaffRole, ...planned: Parameters<typeof mockApi>): Story {
  return {
    beforeEach: () => {
      clearToasts();
      const endings = [logIn(), mockApi(...planned, buildBoard(role), boardTasks, staff)];
      return () => {
        for (const end of endings) end();
      };
    },
  };
}
export const lane = (name: string) => screen.findByRole('region', { name });
