import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import { listAccounts } from '#schemas/accounts.ts';
import { getTimeline, type Message, type Timeline as TimelinePage } from '#schemas/messages.ts';
import { createStore } from '#src/app/store.ts';
import { Timeline } from '#src/features/messages/Timeline.tsx';
import { forgetWritten, queueMessage, type QueuedMessage } from '#src/lib/outbox.ts';
import { asJonas } from './asJonas.ts';
import { answers, mockApi } from './mockApi.ts';
import { inDark, onPhone } from './themes.ts';

function Portal({ children }: { children: ReactNode }) {
  const [store] = useState(createStore);
  return <Provider store={store}><MemoryRouter><main style={{ display: 'grid', height: '100dvh', background: 'var(--surface)' }}><h1 style={{ position: 'absolute', opacity: 0 }}>{document.title}</h1>{children}</main></MemoryRouter></Provider>;
}

/** The messages of a case: on their way, come back, and many of them. */
const meta = { title: 'Screens/Timeline', parameters: { isPage: true, layout: 'fullscreen' }, decorators: [(Story) => <Portal><Story /></Portal>] } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const place = { acc: 'a1', akte: 'c1' };
const question: Message = {
  id: 'm1', messageKey: 'k1', header: 'Mietwagen', message: 'Darf ich den Mietwagen behalten, bis die Werkstatt fertig ist?', creatorName: 'Jonas Wieland', creatorIdHash: 'u1',
  creationDate: '2026-11-12T17:40:00Z', isOwnMessage: true, labels: [], attachments: [], isFavorite: false, read: true, belegdatum: null, folderId: null,
};
const page = (...timeline: Message[]): TimelinePage => ({ messages: { timeline, totalCount: timeline.length }, folders: [], files: [], totalFiles: 0, firstUnread: null });
const power: QueuedMessage = {
  key: 'q1', place, written: { Header: 'Vollmacht unterschrieben', TextContent: 'Anbei die Vollmacht.', UploadIds: [{ entityId: 'f1', name: 'Vollmacht.pdf' }] }, queuedAt: '2026-11-20T14:31:00Z',
};

function withQueue(...queue: QueuedMessage[]): Story {
  return {
    render: () => <Timeline place={place} isOpenForReplies showToast={() => undefined} />,
    beforeEach: async () => {
      const logOut = asJonas();
      await forgetWritten('u1');
      for (const message of queue) await queueMessage('u1', message);
      const end = mockApi(answers(listAccounts, { accounts: [] }), answers(getTimeline, page(question)));
      return async () => {
        end();
        logOut();
        await forgetWritten('u1');
      };
    },
  };
}

export const Sending: Story = {
  ...withQueue(power),
  play: async ({ canvas }) => { await expect(await canvas.findByText('Wird gesendet')).toBeInTheDocument(); },
};
export const WaitingForTheNet: Story = {
  ...withQueue({ ...power, isWaiting: true }),
  play: async ({ canvas }) => { await expect(await canvas.findByRole('button', { name: 'Zurückholen' })).toBeInTheDocument(); },
};
export const WaitingForTheNetDark = inDark(WaitingForTheNet);
export const WaitingForTheNetOnAPhone = onPhone(WaitingForTheNet);
export const TakenBack: Story = {
  ...withQueue({ ...power, isWaiting: true }),
  play: async ({ canvas }) => {
    (await canvas.findByRole('button', { name: 'Zurückholen' })).click(); // by itself: what a test's own click leads to may not wait for code
    await expect(await canvas.findByRole('textbox', { name: /Betreff/ }, { timeout: 12_000 })).toHaveValue('Vollmacht unterschrieben');
    await expect(canvas.queryByText('Wartet auf die Verbindung')).toBeNull();
  },
};
export const CameBack: Story = {
  ...withQueue({ ...power, returned: { textId: 'UploadLimit' } }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('textbox', { name: /Nachricht/ }, { timeout: 12_000 })).toHaveValue('Anbei die Vollmacht.');
    await expect(canvas.getByRole('alert')).toHaveTextContent('Sie können gerade nichts hochladen');
  },
};
