import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { getCase } from '#schemas/cases/cases.ts';
import { listTasks, type ListedTask } from '#schemas/tasks/tasks.ts';
import { makeTask } from '#schemas/testing/make.ts';
import { createStore } from '#src/app/store.ts';
import { TaskTab } from '#src/features/tasks/tasks/TaskTab.tsx';
import { accident } from '../support/accidentCase.ts';
import { logIn } from '../support/logIn.ts';
import { responds, mockApi } from '../support/mockApi.ts';

function Tab({ query = '' }: { query?: string }) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={[`/akten/c1/accounts/a1?tab=tasks${query}`]}>
        <TaskTab acc="a1" akte="c1" />
      </MemoryRouter>
    </Provider>
  );
}

export const taskMeta = {
  component: Tab,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof Tab>;
export type Story = StoryObj<typeof taskMeta>;

export const inHours = (hours: number): string =>
  new Date(Date.now() + hours * 3_600_000).toISOString();
export const task = (
  workflowId: string,
  assistantName: string,
  changes: Partial<ListedTask> = {},
): ListedTask =>
  makeTask({
    workflowId,
    assistantName,
    asks: { questions: 8, isSignature: false },
    ...changes,
  });
export const answered = { hasAnswer: true, answerCreationDate: '2026-10-29T18:12:00.000Z' };
export const tasks = [
  task('workflow-1', 'Fragen zum Unfallhergang', { validUntil: inHours(90) }),
  task('workflow-2', 'Entbindung von der Schweigepflicht', {
    asks: { questions: 1, isSignature: true },
  }),
  task('workflow-3', 'Bankverbindung für die Auszahlung', answered),
  task('workflow-4', 'Zeugen benennen', {
    isClosed: true,
    validUntil: '2026-11-02T22:59:00.000Z',
    closedDate: '2026-11-02T22:59:01.000Z',
  }),
  task('workflow-5', 'Vollmacht', { isClosed: true, closedDate: '2026-11-03T09:00:00.000Z' }),
];
export const listed = responds(listTasks, { workflows: tasks });

export const shown = (plan: Parameters<typeof mockApi>, query = ''): Story => ({
  args: { query },
  beforeEach() {
    const [logOut, end] = [logIn(), mockApi(...plan, responds(getCase, accident))];
    return () => {
      logOut();
      end();
    };
  },
});
