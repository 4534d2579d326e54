import type { Meta } from '@storybook/react-vite';
import { expect, screen, waitFor, within } from 'storybook/test';
import {
  getTask,
  getTaskProcess,
  listTasks,
  submitTask,
  type Task,
  type TaskProcess,
} from '#schemas/tasks/tasks.ts';
import { saveAsked, loadStoredForm, saveDraft } from '#src/device/indexedDb/draftStorage.ts';
import { getTaskDraftName } from '#src/device/indexedDb/messageQueue.ts';
import { generateKey } from '#src/engine/core/values/generateKey.ts';
import { accidentAnswers, accidentProcess } from '../support/accidentReport.ts';
import { responds, mockApi, rejects } from '../support/mockApi.ts';
import { onPhone } from '../support/variants.ts';
import { taskMeta, type Story, inHours, task, answered, tasks, shown } from './taskStory.tsx';

/** The form of a task. */
const meta = { title: 'Screens/Task answers', ...taskMeta } satisfies Meta<
  typeof taskMeta.component
>;
export default meta;

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

/** Renders a task with a complete draft. Each story has its own draft. */
function writing(
  plan: Parameters<typeof mockApi>,
  validUntil: string | null = inHours(0.1),
  filledIn = accidentAnswers,
  workflowId = generateKey(),
): Story {
  const changes = Object.fromEntries(
    Object.entries(filledIn).map(([id, value]) => [
      id,
      { value, at: 1, workflowKey: workflowId, revision: 1, type: '', question: id },
    ]),
  );
  const { beforeEach, args } = shown(
    [
      responds(listTasks, {
        workflows: [task(workflowId, 'Fragen zum Unfallhergang', { validUntil })],
      }),
      responds(getTaskProcess, process(workflowId, validUntil)),
      ...plan,
    ],
    `&task=${workflowId}`,
  );
  return {
    args: args ?? {},
    async beforeEach(context) {
      await saveDraft(
        { form: getTaskDraftName('u1', workflowId), round: 0 },
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
    const sending = await screen.findByRole('button', send);
    // even if the form is longer
    await expect(sending.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight);
    await screen.findByText('Behrens & Lindqvist · Az. 2026/0417-MB');
    await screen.findByText(
      new RegExp(
        'Noch \\d Minuten: Danach nimmt diese Aufgabe keine Antwort mehr an\\. ' +
          'Was Sie schreiben, bleibt auf diesem Gerät\\.',
      ),
    );
  },
};
export const WritingOnPhone = onPhone(Writing);
/** The deadline passes before the server has sent an event. */
export const DeadlinePassed: Story = {
  ...writing([], inHours(-0.001)),
  async play() {
    await screen.findByText(
      'Die Frist ist abgelaufen. Was Sie geschrieben haben, steht noch hier.',
      undefined,
    );
    await expect(await screen.findByRole('textbox', { name: /^Nachname/ })).toHaveValue('Wieland');
  },
};
export const Sent: Story = {
  ...writing([
    responds(submitTask, {
      submissionId: 'submission-1',
      reference: 'K7F-2QM-9TX',
      submittedAt: '2026-11-20T10:15:00.000Z',
      resultText: null,
      returnUrl: null,
      isReturnAllowed: false,
      isFormOpen: true,
      copyTo: null,
    }),
  ]),
  async play({ userEvent }) {
    const button = await screen.findByRole('button', send);
    const title = screen.getByRole('dialog').getAttribute('aria-labelledby');
    await expect(document.activeElement).toHaveAttribute('id', title);
    await userEvent.click(button);
    await screen.findByRole('heading', { name: 'Ihre Antwort ist bei der Kanzlei.' });
    await expect(screen.getByRole('dialog').querySelector('[role=status]')).toHaveTextContent(
      accidentProcess.accountName,
    ); // its logo, or its name where it has none
    await userEvent.click(screen.getByRole('button', { name: 'Zurück' }));
    await expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  },
};
/** The summary of errors has the focus and links to the fields. */
export const SomethingMissing: Story = {
  ...writing([], null, { ...accidentAnswers, lastName: '' }),
  async play({ userEvent }) {
    await userEvent.click(await screen.findByRole('button', send));
    const summary = await screen.findByRole('region', { name: /Bitte prüfen Sie/ });
    await waitFor(() => expect(summary).toHaveFocus());
    await userEvent.click(within(summary).getByRole('link', { name: /Nachname/ }));
    await expect(screen.getByRole('textbox', { name: /^Nachname/ })).toHaveFocus();
    const dialog = screen.getByRole('dialog');
    // only the body scrolls
    await expect([dialog.scrollTop, dialog.scrollHeight - dialog.clientHeight]).toEqual([0, 0]);
  },
};
/** Another client answered first; the text can be copied. */
export const AnsweredByOthers: Story = {
  ...writing([rejects(submitTask, 'alreadySubmitted', 'Diese Angaben sind schon abgeschickt.')]),
  async play({ userEvent }) {
    await userEvent.click(await screen.findByRole('button', send));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/schon beantwortet.*kopieren/);
    await dialog.findByText('Wieland');
    await expect(dialog.queryByRole('button', send)).not.toBeInTheDocument();
  },
};
/** Without a stored draft, closing asks before the text is lost. */
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
    await screen.findByRole('button', send);
    await userEvent.click(
      screen.getByRole('checkbox', { name: /Auf diesem Gerät nichts speichern/ }),
    );
    // the draft is not mentioned
    await screen.findByText(/Danach nimmt diese Aufgabe keine Antwort mehr an\.$/);
    await close();
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Änderungen verwerfen?' })).getByRole(
        'button',
        { name: 'Weiter bearbeiten' },
      ),
    );
    await expect(screen.getByRole('textbox', { name: /^Nachname/ })).toHaveValue('Wieland');
    await userEvent.click(
      screen.getByRole('checkbox', { name: /Auf diesem Gerät nichts speichern/ }),
    );
    await close();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  },
};
/** The provider withdrew the task while the client was writing. */
export const TakenBack: Story = {
  ...writing([rejects(submitTask, 'notFound', 'Das gibt es nicht.')]),
  async play({ userEvent }) {
    await userEvent.click(await screen.findByRole('button', send));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/gibt es nicht mehr.*kopieren/);
    await dialog.findByText('Wieland');
    await expect(dialog.queryByRole('button', send)).not.toBeInTheDocument();
  },
};

/** Renders a task that was closed while the client was away, with their draft. */
function left(
  ended: Partial<Task>,
  plan: Parameters<typeof mockApi>,
  query: (workflowId: string) => string,
): Story & { workflowId: string } {
  const workflowId = generateKey();
  const { beforeEach } = shown([
    responds(listTasks, { workflows: [task(workflowId, 'Fragen zum Unfallhergang', ended)] }),
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
      const form = getTaskDraftName('u1', workflowId);
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
      await saveAsked(form, { formElement, revision: 1 });
      return typeof beforeEach === 'function' ? beforeEach(context) : undefined;
    },
  };
}
const closedMeanwhile = left(
  { isClosed: true, closedDate: '2026-11-03T09:00:00.000Z' },
  [rejects(getTaskProcess, 'taskClosed', 'Diese Aufgabe ist geschlossen.')],
  () => '',
);
/** The draft can be opened from the list, copied and discarded. */
export const ClosedWhileAway: Story = {
  ...closedMeanwhile,
  async play({ canvas, userEvent }) {
    await expect(
      await canvas.findByRole('link', { name: /Fragen zum Unfallhergang/ }),
    ).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(await canvas.findByRole('link', { name: 'Ihre Angaben ansehen' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/inzwischen geschlossen.*kopieren/);
    await dialog.findByText('Unter 30 km/h'); // the label, not the value
    await expect(dialog.getByText('Der Lieferwagen fuhr los.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Entwurf löschen' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Angaben verwerfen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await expect(
      (await loadStoredForm(getTaskDraftName('u1', closedMeanwhile.workflowId))).draft,
    ).toBeUndefined();
    await waitFor(() =>
      expect(canvas.queryByRole('link', { name: 'Ihre Angaben ansehen' })).not.toBeInTheDocument(),
    );
  },
};
const answeredMeanwhile = left(
  answered,
  [
    responds(getTask, {
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
/** Another client answered meanwhile: their answer and the own draft are shown. */
export const AnsweredWhileAway: Story = {
  ...answeredMeanwhile,
  async play() {
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/schon beantwortet.*kopieren/);
    await dialog.findByText('Der Lieferwagen fuhr los.');
    await dialog.findByText('Nichts.');
  },
};
