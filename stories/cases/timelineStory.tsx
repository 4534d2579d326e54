import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import type { Message, Timeline as TimelinePage } from '#schemas/cases/messages.ts';
import { makeMessage } from '#schemas/testing/make.ts';
import { createStore } from '#src/app/store.ts';

function Portal({ address, children }: { address: string; children: ReactNode }) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        <main style={{ display: 'grid', height: '100dvh', background: 'var(--surface)' }}>
          <h1 style={{ position: 'absolute', opacity: 0 }}>{document.title}</h1>
          {children}
        </main>
      </MemoryRouter>
    </Provider>
  );
}

export const timelineMeta = {
  parameters: { isPage: true, layout: 'fullscreen' },
  decorators: [
    (Story, { parameters }) => (
      <Portal address={(parameters as { address?: string }).address ?? '/'}>
        <Story />
      </Portal>
    ),
  ],
} satisfies Meta;
export type Story = StoryObj;

export const place = { acc: 'a1', akte: 'c1' };
export const question = makeMessage({
  messageKey: 'k1',
  message: 'Darf ich den Mietwagen behalten, bis die Werkstatt fertig ist?',
  creatorName: 'Jonas Wieland',
  creatorIdHash: 'u1',
  creationDate: '2026-11-12T17:40:00Z',
  isOwnMessage: true,
});
export const page = (...timeline: Message[]): TimelinePage => ({
  messages: { timeline, totalCount: timeline.length },
  folders: [],
  files: [],
  totalFiles: 0,
  firstUnread: null,
});
export const shared = { isGone: false, onWriting: () => undefined };
