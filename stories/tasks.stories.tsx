import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, screen, waitFor, within } from 'storybook/test';
import { getCase } from '#schemas/cases.ts';
import {
  getTask,
  getTaskProcess,
  listTasks,
  submitTask,
  type ListedTask,
  type Task,
  type TaskProcess,
} from '#schemas/tasks.ts';
import { createStore } from '#src/app/store.ts';
import { TaskTab } from '#src/features/tasks/TaskTab.tsx';
import { keepAsked, loadKept, saveDraft } from '#src/lib/drafts.ts';
import { taskDraft } from '#src/lib/outbox.ts';
import { newKey } from '#src/engine/core/newKey.ts';
import { accident } from './accidentCase.ts';
import { accidentAnswers, accidentProcess } from './accidentReport.ts';
import { asJonas } from './asJonas.ts';
import { answers, mockApi, refuses, staysSilent } from './mockApi.ts';
import { onPhone } from './themes.ts';

function Tab({ query = '' }: { query?: string }) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={[`/akten/c1/accounts/a1?tab=tasks${query}`]}>
        <TaskTab acc="a1" akte="c1" showToast={fn()} />
      </MemoryRouter>
    </Provider>
  );
}

/** The tasks of a case, and one of them. */
const meta = {
  title: 'Screens/Tasks',
  component: Tab,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof Tab>;
export default meta;
type Story = StoryObj<typeof meta>;

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const task = (
  workflowId: string,
  assistantName: string,
  told: Partial<ListedTask> = {},
): ListedTask => ({
  workflowId,
  assistantName,
  hasAnswer: false,
  isClosed: false,
  validUntil: null,
  answerCreationDate: null,
  closedDate: null,
  creationDate: '2026-11-01T08:00:00.000Z',
  asks: { questions: 8, isSignature: false },
  ...told,
});
const answered = { hasAnswer: true, answerCreationDate: '2026-10-29T18:12:00.000Z' };
const tasks = [
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
const listed = answers(listTasks, { workflows: tasks });
/** The client's queue is one for all stories: a call may have to wait for its window. */
const patiently = { timeout: 10_000 };

const shown = (plan: Parameters<typeof mockApi>, query = ''): Story => ({
  args: { query },
  beforeEach() {
    const [logOut, end] = [asJonas(), mockApi(...plan, answers(getCase, accident))];
    return () => {
      logOut();
      end();
    };
  },
});

export const List: Story = {
  ...shown([listed]),
  async play({ canvas, userEvent }) {
    const open = await canvas.findByRole('link', { name: /Fragen zum Unfallhergang/ }, patiently);
    await expect(open).toHaveTextContent('8 Fragen, etwa 5 Minuten');
    const [day = '', time = ''] = new Date(tasks[0]?.validUntil ?? '')
      .toLocaleString('de-DE', { dateStyle: 'medium', timeStyle: 'short' })
      .split(', ');
    await expect(open).toHaveTextContent(`Gültig bis ${day}, ${time}`); // DD.MM.YYYY, hh:mm
    await expect(canvas.getByRole('link', { name: /Entbindung/ })).toHaveTextContent(
      'Eine Unterschrift',
    );
    await expect(canvas.getByRole('link', { name: /Zeugen benennen/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.click(canvas.getByRole('link', { name: /Erledigt/ }));
    await expect(canvas.getAllByRole('listitem')).toHaveLength(1);
    await userEvent.click(canvas.getByRole('link', { name: /Abgelaufen/ }));
    await expect(
      canvas
        .getAllByRole('listitem')
        .map((row) => /(Abgelaufen|Geschlossen) am/.exec(row.textContent)?.[1]),
    ).toEqual(['Abgelaufen', 'Geschlossen']);
    await userEvent.click(canvas.getByRole('link', { name: /Alle/ }));
  },
};
export const ListOnPhone = onPhone(List);
export const Nothing = shown([answers(listTasks, { workflows: [] })]);
export const Loading = shown([staysSilent(listTasks)]);
export const Failed = shown([
  refuses(listTasks, 'unexpected', 'Bei uns ist etwas schiefgegangen.'),
]);
export const Answered = shown(
  [
    listed,
    answers(getTask, {
      ...(tasks[2] as Task),
      answers: [
        {
          answerFormElements: [
            { elementId: 'iban', type: 'input', value: 'DE02 1203 0000 0000 2020 51' },
          ],
          formElement: {
            title: 'Bankverbindung',
            formElements: [{ id: 'iban', type: 'input', label: 'IBAN' }],
          },
          revision: 2,
          language: 'de',
          answerCreationDate: answered.answerCreationDate,
          files: [],
        },
      ],
    }),
  ],
  '&task=workflow-3',
);
export const Expired = shown(
  [listed, refuses(getTaskProcess, 'taskExpired', 'Die Frist dieser Aufgabe ist abgelaufen.')],
  '&task=workflow-4',
);

const process = (workflowKey: string, validUntil: string | null): TaskProcess => ({
  ...accidentProcess,
  workflowKey,
  accountId: 'a1',
  akteIdHash: 'c1',
  assistantName: 'Fragen zum Unfallhergang',
  attachments: [],
  showAgb: false,
  showDatenschutz: false,
  validUntil,
});

/** A task that is being written for, with everything filled in; each showing has a draft of its own. */
function writing(
  plan: Parameters<typeof mockApi>,
  validUntil: string | null = inHours(0.1),
  filledIn = accidentAnswers,
  workflowId = newKey(),
): Story {
  const changes = Object.fromEntries(
    Object.entries(filledIn).map(([id, value]) => [
      id,
      { value, at: 1, workflowKey: workflowId, revision: 1, type: '', question: id },
    ]),
  );
  const { beforeEach, args } = shown(
    [
      answers(listTasks, {
        workflows: [task(workflowId, 'Fragen zum Unfallhergang', { validUntil })],
      }),
      answers(getTaskProcess, process(workflowId, validUntil)),
      ...plan,
    ],
    `&task=${workflowId}`,
  );
  return {
    args: args ?? {},
    async beforeEach(context) {
      await saveDraft(
        { form: taskDraft('u1', workflowId), round: 0 },
        { workflowKey: workflowId, revision: 1, changes },
      );
      return typeof beforeEach === 'function' ? beforeEach(context) : undefined;
    },
  };
}
const send = { name: 'Unfall melden' };

export const Writing: Story = {
  ...writing([]),
  async play() {
    const sending = await screen.findByRole('button', send, patiently);
    await expect(sending.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight); // also of a form that is longer than the window
    await screen.findByText('Behrens & Lindqvist · Az. 2026/0417-MB', undefined, patiently);
    await screen.findByText(
      /Noch \d Minuten: Danach nimmt diese Aufgabe keine Antwort mehr an\. Was Sie schreiben, bleibt auf diesem Gerät\./,
    );
  },
};
export const WritingOnPhone = onPhone(Writing);
/** While somebody writes, and before the server has said anything. */
export const DeadlinePassed: Story = {
  ...writing([], inHours(-0.001)),
  async play() {
    await screen.findByText(
      'Die Frist ist abgelaufen. Was Sie geschrieben haben, steht noch hier.',
      undefined,
      patiently,
    );
    await expect(await screen.findByRole('textbox', { name: /^Nachname/ })).toHaveValue('Wieland');
  },
};
export const Sent: Story = {
  ...writing([
    answers(submitTask, {
      submissionId: 'submission-1',
      submittedAt: '2026-11-20T10:15:00.000Z',
      resultText: null,
      returnUrl: null,
      isReturnAllowed: false,
    }),
  ]),
  async play({ userEvent }) {
    await userEvent.click(await screen.findByRole('button', send, patiently));
    await screen.findByRole('heading', { name: 'Ihre Antwort ist bei der Kanzlei.' }, patiently);
    await expect(screen.getByRole('dialog').querySelector('[role=status]')).toHaveTextContent(
      accidentProcess.accountName,
    ); // its logo, or its name where it has none
    await userEvent.click(screen.getByRole('button', { name: 'Zurück' }));
    await expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  },
};
/** In the dialog as on a page: what is missing has the focus, and leads to it. */
export const SomethingMissing: Story = {
  ...writing([], null, { ...accidentAnswers, lastName: '' }),
  async play({ userEvent }) {
    await userEvent.click(await screen.findByRole('button', send, patiently));
    const summary = await screen.findByRole('region', { name: /Bitte prüfen Sie/ });
    await waitFor(() => expect(summary).toHaveFocus());
    await userEvent.click(within(summary).getByRole('link', { name: /^Nachname/ }));
    await expect(screen.getByRole('textbox', { name: /^Nachname/ })).toHaveFocus();
    const dialog = screen.getByRole('dialog');
    await expect([dialog.scrollTop, dialog.scrollHeight - dialog.clientHeight]).toEqual([0, 0]); // its body alone scrolls: title and close button stay
  },
};
/** Somebody else was first: what was written stays to be copied. */
export const AnsweredByOthers: Story = {
  ...writing([refuses(submitTask, 'alreadySubmitted', 'Diese Angaben sind schon abgeschickt.')]),
  async play({ userEvent }) {
    await userEvent.click(await screen.findByRole('button', send, patiently));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/schon beantwortet.*kopieren/, undefined, patiently);
    await dialog.findByText('Wieland', undefined, patiently);
    await expect(dialog.queryByRole('button', send)).not.toBeInTheDocument();
  },
};
/** Where nothing is kept on the device, closing loses what was written, and asks. */
export const NothingKept: Story = {
  ...writing([]),
  async play({ userEvent }) {
    const close = () =>
      userEvent.click(
        within(screen.getByRole('dialog', { name: 'Fragen zum Unfallhergang' })).getByRole(
          'button',
          { name: 'Abbrechen' },
        ),
      );
    await screen.findByRole('button', send, patiently);
    await userEvent.click(
      screen.getByRole('checkbox', { name: /Dieses Gerät benutzen auch andere/ }),
    );
    await screen.findByText(/Danach nimmt diese Aufgabe keine Antwort mehr an\.$/); // and nothing of staying here
    await close();
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Änderungen verwerfen?' })).getByRole(
        'button',
        { name: 'Weiter bearbeiten' },
      ),
    );
    await expect(screen.getByRole('textbox', { name: /^Nachname/ })).toHaveValue('Wieland');
    await userEvent.click(
      screen.getByRole('checkbox', { name: /Dieses Gerät benutzen auch andere/ }),
    );
    await close();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  },
};
/** The provider took it back while somebody wrote. */
export const TakenBack: Story = {
  ...writing([refuses(submitTask, 'notFound', 'Das gibt es nicht.')]),
  async play({ userEvent }) {
    await userEvent.click(await screen.findByRole('button', send, patiently));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/gibt es nicht mehr.*kopieren/, undefined, patiently);
    await dialog.findByText('Wieland', undefined, patiently);
    await expect(dialog.queryByRole('button', send)).not.toBeInTheDocument();
  },
};

/** A task that ended while its client was away, with what they had written for it. */
function left(
  ended: Partial<Task>,
  plan: Parameters<typeof mockApi>,
  query: (workflowId: string) => string,
): Story & { workflowId: string } {
  const workflowId = newKey();
  const { beforeEach } = shown([
    answers(listTasks, { workflows: [task(workflowId, 'Fragen zum Unfallhergang', ended)] }),
    ...plan,
  ]);
  const written = { speed: 'slow', seen: 'Der Lieferwagen fuhr los.' };
  const formElement = {
    title: 'Fragen zum Unfallhergang',
    formElements: [
      {
        id: 'speed',
        type: 'simplechoice',
        label: 'Wie schnell sind Sie gefahren?',
        options: [
          { value: 'slow', label: 'Unter 30 km/h' },
          { value: 'fast', label: 'Über 30 km/h' },
        ],
      },
      { id: 'seen', type: 'textarea', label: 'Was haben Sie gesehen?' },
    ],
  };
  return {
    workflowId,
    args: { query: query(workflowId) },
    async beforeEach(context) {
      const form = taskDraft('u1', workflowId);
      await saveDraft(
        { form, round: 0 },
        {
          workflowKey: workflowId,
          revision: 1,
          changes: Object.fromEntries(
            Object.entries(written).map(([id, value]) => [
              id,
              { value, at: 1, workflowKey: workflowId, revision: 1, type: '', question: id },
            ]),
          ),
        },
      );
      await keepAsked(form, { formElement, revision: 1 });
      return typeof beforeEach === 'function' ? beforeEach(context) : undefined;
    },
  };
}
const closedMeanwhile = left(
  { isClosed: true, closedDate: '2026-11-03T09:00:00.000Z' },
  [refuses(getTaskProcess, 'taskClosed', 'Diese Aufgabe ist geschlossen.')],
  () => '',
);
/** What was written is found from the list, and can be copied or thrown away. */
export const ClosedWhileAway: Story = {
  ...closedMeanwhile,
  async play({ canvas, userEvent }) {
    await expect(
      await canvas.findByRole('link', { name: /Fragen zum Unfallhergang/ }, patiently),
    ).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(await canvas.findByRole('link', { name: 'Ihre Angaben ansehen' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/inzwischen geschlossen.*kopieren/, undefined, patiently);
    await dialog.findByText('Unter 30 km/h', undefined, patiently); // in the words of the form, not as they are sent
    await expect(dialog.getByText('Der Lieferwagen fuhr los.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Entwurf löschen' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Angaben verwerfen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await expect(
      (await loadKept(taskDraft('u1', closedMeanwhile.workflowId))).draft,
    ).toBeUndefined();
    await waitFor(() =>
      expect(canvas.queryByRole('link', { name: 'Ihre Angaben ansehen' })).not.toBeInTheDocument(),
    );
  },
};
const answeredMeanwhile = left(
  answered,
  [
    answers(getTask, {
      ...(tasks[2] as Task),
      answers: [
        {
          answerFormElements: [{ elementId: 'seen', type: 'textarea', value: 'Nichts.' }],
          formElement: {
            title: 'Fragen',
            formElements: [{ id: 'seen', type: 'textarea', label: 'Was haben Sie gesehen?' }],
          },
          revision: 1,
          language: 'de',
          answerCreationDate: answered.answerCreationDate,
          files: [],
        },
      ],
    }),
  ],
  (workflowId) => `&task=${workflowId}`,
);
/** Somebody else has answered meanwhile: their answer, and what was written here. */
export const AnsweredWhileAway: Story = {
  ...answeredMeanwhile,
  async play() {
    const dialog = within(await screen.findByRole('dialog', undefined, patiently));
    await dialog.findByText(/schon beantwortet.*kopieren/, undefined, patiently);
    await dialog.findByText('Der Lieferwagen fuhr los.', undefined, patiently);
    await dialog.findByText('Nichts.', undefined, patiently);
  },
};
