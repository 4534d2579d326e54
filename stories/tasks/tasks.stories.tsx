import type { Meta } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { getTask, getTaskProcess, listTasks, type Task } from '#schemas/tasks/tasks.ts';
import { responds, rejects, neverResponds } from '../support/mockApi.ts';
import { onPhone } from '../support/variants.ts';
import { taskMeta, type Story, answered, tasks, listed, shown } from './taskStory.tsx';

/** The tasks of a case. */
const meta = { title: 'Screens/Tasks', ...taskMeta } satisfies Meta<typeof taskMeta.component>;
export default meta;

export const List: Story = {
  ...shown([listed]),
  async play({ canvas, userEvent }) {
    const open = await canvas.findByRole('link', { name: /Fragen zum Unfallhergang/ });
    await expect(open).toHaveTextContent('8 Fragen, etwa 5 Minuten');
    const until = new Date(tasks[0]?.validUntil ?? '');
    const day = until.toLocaleDateString('de-DE', {
      weekday: 'long',
      day: '2-digit',
      month: '2-digit',
    });
    const time = until.toLocaleTimeString('de-DE', { timeStyle: 'short' });
    await expect(open).toHaveTextContent(`Bis ${day}, ${time} Uhr`);
    await expect(open).toHaveTextContent(/\((?:heute|morgen|noch \d+ Tage)\)/);
    await expect(canvas.getByRole('link', { name: /Entbindung/ })).toHaveTextContent(
      'Eine Unterschrift',
    );
    await expect(canvas.getByRole('link', { name: /Zeugen benennen/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.click(canvas.getByRole('link', { name: /Erledigt/ }));
    await expect(canvas.getAllByRole('listitem')).toHaveLength(1);
    await userEvent.click(canvas.getByRole('link', { name: /^Geschlossen/ }));
    await expect(
      canvas
        .getAllByRole('listitem')
        .map((row) => /(Abgelaufen|Geschlossen) am/.exec(row.textContent)?.[1]),
    ).toEqual(['Abgelaufen', 'Geschlossen']);
    await userEvent.click(canvas.getByRole('link', { name: /Alle/ }));
  },
};
export const ListOnPhone: Story = onPhone({
  ...List,
  async play(context) {
    await List.play?.(context);
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  },
});
export const Nothing = shown([responds(listTasks, { workflows: [] })]);
export const Loading = shown([neverResponds(listTasks)]);
export const Failed = shown([
  rejects(listTasks, 'unexpected', 'Bei uns ist etwas schiefgegangen.'),
]);
export const Answered = shown(
  [
    listed,
    responds(getTask, {
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
  [listed, rejects(getTaskProcess, 'taskExpired', 'Die Frist dieser Aufgabe ist abgelaufen.')],
  '&task=workflow-4',
);
