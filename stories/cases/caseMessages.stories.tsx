import type { Meta } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import { getCase, listCases } from '#schemas/cases/cases.ts';
import { getTimeline } from '#schemas/cases/messages.ts';
import { queueMessage } from '#src/device/indexedDb/messageQueue.ts';
import { removeStored } from '#src/device/storage.ts';
import { getToasts } from '#src/ui/toast.ts';
import { accident } from '../support/accidentCase.ts';
import { responds, isUnreachable, mockApi, rejects } from '../support/mockApi.ts';
import {
  Screen,
  caseMeta,
  type Story,
  buildTimeline,
  open,
  messages,
  accounts,
  address,
  inCase,
  at,
} from './caseStory.tsx';

/** The messages of a case, and cases that are closed or missing. */
const meta = {
  title: 'Screens/Case messages',
  ...caseMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

export const Messages: Story = {
  ...inCase(open, messages),
  play: async ({ canvas, userEvent }) => {
    await expect(
      await canvas.findByRole('button', { name: 'Nachricht lesen' }),
    ).toBeInTheDocument();
    await expect(document.title).toBe(`(3) ${accident.header}, Nachrichten – Behrens & Lindqvist`);
    await userEvent.click(canvas.getByRole('button', { name: 'Alle 5 Dateien zeigen' }));
    await expect(canvas.getByRole('link', { name: /Skizze/ })).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('button', { name: 'Weniger Dateien zeigen' }));
    await expect(canvas.queryByRole('link', { name: /Skizze/ })).toBeNull();
    await expect(canvas.getByRole('button', { name: 'Alle 5 Dateien zeigen' })).toHaveFocus();
  },
};
export const NoMessages = inCase(open, responds(getTimeline, buildTimeline()));
/** After an offline reload a closed case is known from the list; queued messages are shown. */
export const ClosedOffTheNet: Story = {
  render: () => (
    <MemoryRouter initialEntries={[address]}>
      <Screen />
    </MemoryRouter>
  ),
  beforeEach: async () => {
    await queueMessage('u1', {
      key: 'q1',
      place: { acc: 'a1', akte: 'c1' },
      written: { Header: 'Noch eine Frage', TextContent: 'Wann?' },
      queuedAt: '2026-11-20T14:31:00Z',
      isWaiting: true,
    });
    const end = mockApi(
      accounts,
      responds(listCases, {
        akten: [
          {
            accountId: 'a1',
            akten: [{ ...accident, serviceAkte: true, permissionToReply: false }],
          },
        ],
      }),
      isUnreachable(getCase),
    );
    return async () => {
      end();
      removeStored('closedCases');
    };
  },
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: 'Noch einmal versuchen' });
    await expect(
      await canvas.findByRole('article', { name: 'Sie: Noch eine Frage' }),
    ).toBeInTheDocument();
    await expect(
      await canvas.findByText(
        'Hier lesen Sie Neuigkeiten. Antworten ist in dieser Akte nicht nötig.',
      ),
    ).toBeInTheDocument();
    await expect(canvas.queryByRole('button', { name: 'Nachricht schreiben' })).toBeNull();
  },
};
export const ServiceCase: Story = {
  ...inCase(
    responds(getCase, { ...accident, serviceAkte: true, permissionToReply: false }),
    messages,
  ),
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: 'Nachricht lesen' });
    await expect(canvas.queryByRole('button', { name: 'Nachricht schreiben' })).toBeNull();
  },
};
export const ClosedCase: Story = {
  ...inCase(responds(getCase, { ...accident, closedDate: '2026-11-20T09:00:00Z' }), messages),
  play: async ({ canvas }) => {
    await canvas.findByText('Diese Akte ist abgeschlossen. Sie können weiterhin alles lesen.');
    await expect(canvas.queryByRole('button', { name: 'Nachricht schreiben' })).toBeNull();
  },
};
/** The relation to the firm has ended: the client still reads. */
export const EndedCase: Story = {
  ...inCase(responds(getCase, { ...accident, endedDate: '2026-11-20T09:00:00Z' }), messages),
  play: async ({ canvas }) => {
    await canvas.findByText(
      `Ihre Verbindung zu ${accident.accountName} ist beendet. Sie können weiterhin alles lesen.`,
    );
    await expect(canvas.queryByRole('button', { name: 'Nachricht schreiben' })).toBeNull();
  },
};
export const WritingAMessage: Story = {
  ...inCase(open, messages),
  play: async ({ canvas }) => {
    // userEvent would not wait for lazy code
    (await canvas.findByRole('button', { name: 'Nachricht schreiben' })).click();
    await expect(await canvas.findByRole('textbox', { name: /Betreff/ })).toBeInTheDocument();
  },
};
/** A case that does not exist redirects to the list with a warning. */
export const UnknownCase: Story = {
  ...inCase(rejects(getCase, 'notFound', 'Das haben wir nicht gefunden.')),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Wählen Sie links eine Akte aus.')).toBeInTheDocument();
    await expect(getToasts()).toEqual([
      expect.objectContaining({
        level: 'warning',
        text: { id: 'cases.gone' },
      }),
    ]);
  },
};
export const UnknownFolder: Story = {
  ...at('?fid=nobody-has-this'),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { level: 1, name: accident.header }),
    ).toBeInTheDocument();
    await expect(getToasts()).toEqual([
      expect.objectContaining({
        level: 'warning',
        text: { id: 'cases.folderGone' },
      }),
    ]);
  },
};
export const CaseFailed = inCase(isUnreachable(getCase));
