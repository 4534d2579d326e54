import type { Meta } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, waitFor, within } from 'storybook/test';
import { getCaseHistory } from '#schemas/cases/caseHistories.ts';
import { getCase } from '#schemas/cases/cases.ts';
import { listTasks } from '#schemas/tasks/tasks.ts';
import { CasesPage } from '#src/features/cases/list/CasesPage.tsx';
import { accident } from '../support/accidentCase.ts';
import { responds, rejects } from '../support/mockApi.ts';
import {
  caseMeta,
  type Story,
  list,
  messages,
  favorites,
  cases,
  address,
  at,
} from './caseStory.tsx';

/** The overview of a case and its tabs. */
const meta = {
  title: 'Screens/Case overview',
  ...caseMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

export const Overview: Story = {
  ...at('?tab=overview'),
  play: async ({ canvas, userEvent }) => {
    const all = await canvas.findByRole('button', { name: 'Alle 5 ansehen' });
    await expect(all).toHaveTextContent(/^MB\s*EL\s*TK\s*2\+/);
    await userEvent.click(all);
    await expect(canvas.getByText('Petersen, Jan')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
  },
};
const inPhases = responds(getCaseHistory, {
  stateGroups: [
    {
      name: 'Fall gemeldet',
      states: [
        {
          statusText: 'Ihre Unfallmeldung ist eingegangen.',
          isInProgress: false,
          date: '2026-10-15',
        },
        { statusText: 'Vollmacht erhalten.', isInProgress: false, date: '2026-10-16' },
      ],
    },
    {
      name: 'Fall in Bearbeitung',
      states: [
        {
          statusText: 'Die Versicherung hat geantwortet. Wir prüfen das Angebot.',
          isInProgress: true,
          date: null,
        },
      ],
    },
    { name: 'Fall abgeschlossen', states: [] },
  ],
});
const twoTasks = responds(listTasks, {
  workflows: ['2099-11-24T17:00:00Z', null].map((validUntil, index) => ({
    workflowId: `t${index}`,
    assistantName: 'Fragen zum Unfallhergang',
    hasAnswer: false,
    isClosed: false,
    validUntil,
    answerCreationDate: null,
    closedDate: null,
    creationDate: '2026-11-01T09:00:00Z',
    asks: null,
  })),
});
const esyCase = responds(getCase, { ...accident, isEsyAkte: true });
type Planned = Parameters<typeof cases>[1];
const overview = (history: Planned) =>
  cases(`${address}?tab=overview`, list, esyCase, messages, favorites, history, twoTasks);
export const OverviewWithoutProgress: Story = {
  ...overview(rejects(getCaseHistory, 'notFound', 'Das haben wir nicht gefunden.')),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent(
      /Das haben wir nicht gefunden\..*Noch einmal versuchen/,
    );
    await expect(canvas.getByRole('link', { name: 'Zu Ihren Aufgaben' })).toBeVisible();
  },
};
export const OverviewOfEsyCase: Story = {
  ...overview(inPhases),
  play: async ({ canvas, userEvent }) => {
    await expect(
      await canvas.findByRole('region', { name: 'Wir brauchen Ihre Hilfe' }),
    ).toHaveTextContent(
      /Zwei Aufgaben sind offen\. Die nächste Frist endet am 24\.11\.2099 um \d\d:00 Uhr\./,
    );
    await expect(canvas.getByRole('link', { name: 'Zu Ihren Aufgaben' })).toHaveAttribute(
      'href',
      '/akten/c1/accounts/a1?tab=tasks',
    );
    const phases = (await canvas.findAllByRole('heading', { name: /^Fall / })).map((heading) =>
      heading.closest('li'),
    );
    await expect(
      phases.map((phase) => [
        phase?.dataset['color'],
        within(phase ?? document.body)
          .getByRole('img')
          .getAttribute('aria-label'),
        phase?.getAttribute('aria-current'),
      ]),
    ).toEqual([
      ['green', 'erledigt', null],
      ['orange', 'läuft', 'step'],
      ['grey', 'steht noch aus', null],
    ]);
    const marks = phases.map(
      (phase) =>
        getComputedStyle(phase?.querySelector('[role=img]') ?? document.body).borderTopColor,
    );
    await expect(new Set(marks).size).toBe(3);
    for (const [fact, count] of [
      ['Ungelesen in dieser Akte', '1'],
      ['Ungelesen in Ordnern', '2'],
    ] as const)
      await expect(canvas.getByText(fact).closest('dt')?.nextElementSibling).toHaveTextContent(
        count,
      );
    await userEvent.click(canvas.getByRole('button', { name: 'Weniger' }));
    await expect(canvas.queryByRole('heading', { name: 'Fall gemeldet' })).toBeNull();
    await expect(canvas.getByText(/Wir prüfen das Angebot/)).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('button', { name: 'Alle Schritte' }));
    await expect(canvas.getByRole('heading', { name: 'Fall gemeldet' })).toBeInTheDocument();
  },
};
/** Before the first step no phase is the current one. */
export const OverviewBeforeTheFirstPhase: Story = {
  ...overview(
    responds(getCaseHistory, {
      stateGroups: [
        { name: 'Fall gemeldet', states: [] },
        { name: 'Fall abgeschlossen', states: [] },
      ],
    }),
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(
      (await canvas.findByRole('heading', { name: 'Fall gemeldet' })).closest('li'),
    ).not.toHaveAttribute('aria-current');
    await userEvent.click(canvas.getByRole('button', { name: 'Weniger' }));
    await expect(canvas.getByRole('heading', { name: 'Fall gemeldet' })).toBeInTheDocument();
    await expect(canvas.queryByRole('heading', { name: 'Fall abgeschlossen' })).toBeNull();
  },
};
/** A link to a task opens the tab, even if the list of tasks fails to load. */
export const TasksUnknown: Story = {
  ...at(
    '?tab=tasks&task=t1',
    favorites,
    rejects(listTasks, 'invalidInput', 'Bei uns ist etwas schiefgegangen.'),
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent(
      'Bei uns ist etwas schiefgegangen.',
    );
    await expect(canvas.getByRole('tab', { name: 'Aufgaben' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  },
};
export const WithAPlugin: Story = {
  ...at('?tab=overview'),
  render: () => (
    <MemoryRouter initialEntries={[`${address}?tab=overview`]}>
      <CasesPage route={{ params: { akteIdHash: 'c1', accountId: 'a1' } }} hasBrand />
    </MemoryRouter>
  ),
  play: async ({ canvas, userEvent }) => {
    await waitFor(() =>
      expect(canvas.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
        'Aufgaben',
        'Nachrichten1',
      ]),
    );
    const [tasks, shown] = canvas.getAllByRole('tab');
    await expect(shown).toHaveAttribute('aria-selected', 'true');
    shown?.focus();
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    await expect(tasks).toHaveAttribute('aria-selected', 'true');
  },
};
