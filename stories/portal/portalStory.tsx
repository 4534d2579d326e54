import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { createStore } from '#src/app/store.ts';
import { removeStored } from '#src/device/storage.ts';
import { LanguageChoice } from '#src/locale/LanguageChoice.tsx';
import { matchRoute } from '#src/routing/routes.ts';
import { mockApi } from '../support/mockApi.ts';

export function Portal({ children }: { children: ReactNode }) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter>{children}</MemoryRouter>
    </Provider>
  );
}

export const portalMeta = {
  parameters: { isPage: true, layout: 'fullscreen' },
  decorators: [
    (Story) => (
      <Portal>
        <Story />
      </Portal>
    ),
  ],
  beforeEach: () => () => {
    removeStored('registeredSession');
    removeStored('loginLocks');
  },
} satisfies Meta;
export type Story = StoryObj;

export const language = <LanguageChoice />;
export const route = matchRoute({ pathname: '/login', search: '' });
export const page = (render: () => ReactNode, ...planned: Parameters<typeof mockApi>): Story => ({
  render: () => <>{render()}</>,
  beforeEach: () => mockApi(...planned),
});
