import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, waitFor, within } from 'storybook/test';
import { getProviderCaseHistory, putCaseHistory } from '#schemas/cases/caseHistories.ts';
import { listBusinessForms } from '#schemas/forms/businessForms.ts';
import { assignTask, closeTask } from '#schemas/tasks/tasks.ts';
import { getToasts } from '#src/ui/toast.ts';
import { rejects, responds } from '../support/mockApi.ts';
import { onPhone } from '../support/variants.ts';
import { at, history, Screen, shown, withEtag } from './firmCasesStory.tsx';

/** Tasks and progress of a firm’s case. */
const meta = {
  title: 'Screens/Firm case tabs',
  component: Screen,
  args: { address: '/business/cases' },
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** An answered task links to its record in the inbox. */
export const Tasks: Story = {
  ...shown('admin'),
  ...at('tasks'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Fragen zum Unfallhergang')).toBeVisible();
    await expect(canvas.getByText(/Offen bis 30\.11\.2026/)).toBeVisible();
    await expect(canvas.getByText(/^Abgelaufen am 12\.11\.2026/)).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Antwort lesen' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Aufgabe schließen' })).toBeVisible();
  },
};
export const TasksOnPhone = onPhone(Tasks);

/** Closing a task cannot be undone, so it asks; a refusal is shown in the dialog. */
export const ClosingTask: Story = {
  ...shown('admin', rejects(closeTask, 'notFound', 'Das gibt es nicht.')),
  ...at('tasks'),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Aufgabe schließen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Aufgabe schließen?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Aufgabe schließen' }));
    await expect(await dialog.findByRole('alert')).toHaveTextContent('Das gibt es nicht.');
  },
};

/** A folder is withdrawn after a question of its own. */
export const WithdrawingFolder: Story = {
  ...shown('user'),
  ...at(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Gutachten' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ordner ändern' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Ordner zurückziehen' }));
    await expect(await screen.findByRole('dialog', { name: 'Ordner zurückziehen?' })).toBeVisible();
  },
};

const oneForm = responds(listBusinessForms, {
  weeks: [],
  items: [
    {
      formId: 'f1000001',
      title: 'Bankverbindung für die Auszahlung',
      state: 'published',
      revision: 1,
      publishedAt: '2026-11-01T09:00:00.000Z',
      isDraftNewer: false,
      isPinProtected: false,
      isClosed: false,
      url: null,
      submissions: [],
    },
  ],
});

/** A refused deadline is shown at its field; the choice stays. */
export const HandingOut: Story = {
  ...shown(
    'admin',
    oneForm,
    rejects(assignTask, 'invalidInput', 'Bitte prüfen Sie Ihre Angaben.', {
      '/validUntil': 'Die Frist liegt in der Vergangenheit.',
    }),
  ),
  ...at('tasks'),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Aufgabe mitgeben' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Aufgabe mitgeben' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Aufgabe mitgeben' }));
    await expect(await dialog.findByText('Bitte wählen Sie ein Formular.')).toBeVisible();
    await userEvent.click(await dialog.findByRole('radio', { name: /Bankverbindung/ }));
    await userEvent.click(dialog.getByRole('button', { name: '1 Woche' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Aufgabe mitgeben' }));
    await expect(await dialog.findByText('Die Frist liegt in der Vergangenheit.')).toBeVisible();
    await expect(dialog.getByRole('radio', { name: /Bankverbindung/ })).toBeChecked();
  },
};

export const History: Story = {
  ...shown('user'),
  ...at('history'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/Anzeige verschickt/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Stand bearbeiten' })).toBeVisible();
  },
};

/** Phases that another user has changed meanwhile are not overwritten. */
export const HistoryOvertaken: Story = {
  ...shown('user', rejects(putCaseHistory, 'preconditionFailed', '')),
  ...at('history'),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Stand bearbeiten' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Stand bearbeiten' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Regulierung nach oben' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Stand speichern' }));
    await expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Jemand anderes hat den Stand gerade geändert.',
    );
    await expect(dialog.getAllByRole('textbox', { name: 'Name der Phase' })[0]).toHaveValue(
      'Regulierung',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Abbrechen' }));
    await expect(
      await screen.findByRole('dialog', { name: 'Änderungen verwerfen?' }),
    ).toBeVisible();
  },
};

/** Every change of a case goes with the state that was read. */
export const HistorySaved: Story = {
  ...shown(
    'user',
    { endpoint: getProviderCaseHistory, answer: () => withEtag(history, '"first"') },
    {
      endpoint: putCaseHistory,
      answer: (_, { headers }) =>
        headers.get('If-Match') === '"first"' && headers.get('X-Account') === 'a1'
          ? withEtag(history, '"second"')
          : new Response('{}', { status: 500 }),
    },
  ),
  ...at('history'),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Stand bearbeiten' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Stand bearbeiten' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Phase hinzufügen' }));
    const names = dialog.getAllByRole('textbox', { name: 'Name der Phase' });
    await userEvent.type(names.at(-1) ?? document.body, 'Ende{Enter}');
    await expect(getToasts()).toEqual([]); // Enter in a field of several saves nothing
    await userEvent.click(dialog.getByRole('button', { name: 'Stand speichern' }));
    await waitFor(() =>
      expect(getToasts().map(({ text }) => text)).toEqual([{ id: 'firmHistory.saved' }]),
    );
  },
};
