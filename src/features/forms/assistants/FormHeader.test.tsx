// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { removeStored, writeStored } from '#src/device/storage.ts';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { FormHeader } from './FormHeader.tsx';

const show = () =>
  render(
    <TestIntl>
      <MemoryRouter>
        <FormHeader accountName="Aydın & Kollegen" logoUrl={null} website="">
          Deutsch
        </FormHeader>
      </MemoryRouter>
    </TestIntl>,
  );

afterEach(() => removeStored('registeredSession'));

it('A form shows a logged-in client the way back to the portal, and strangers none', () => {
  const { unmount } = show();
  expect(screen.queryByRole('link', { name: 'Zur Übersicht' })).toBeNull();
  unmount();
  const user = { userId: 'nora', username: 'nora.brandt' };
  writeStored('registeredSession', { user, receivedAt: 0 } as never);
  show();
  expect(screen.getByRole('link', { name: 'Zur Übersicht' })).toHaveAttribute('href', '/dashboard');
});
