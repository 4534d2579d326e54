// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { ApiError } from '#src/api/client/errors.ts';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { StaffFailure } from './StaffFailure.tsx';

const show = (error: ApiError) =>
  render(
    <TestIntl>
      <MemoryRouter>
        <StaffFailure error={error} retry={() => undefined} />
      </MemoryRouter>
    </TestIntl>,
  );
const refuse = (reason: 'secondFactorRequired' | 'unavailable'): ApiError => ({
  status: 403,
  problem: { reason, reasonMessage: 'Der Satz des Servers.', requestId: 'r' },
  isAuthenticationError: false,
  isConflict: false,
});

it('Staff without the demanded second factor are led to their settings', () => {
  show(refuse('secondFactorRequired'));
  expect(screen.getByRole('alert')).toHaveTextContent('Der Satz des Servers.');
  expect(
    screen.getByRole('link', { name: 'Anmeldung in zwei Schritten einrichten' }),
  ).toHaveAttribute('href', '/settings');
  expect(screen.queryByRole('button')).toBeNull();
});

it('Any other failure of a page for staff can be retried', () => {
  show(refuse('unavailable'));
  expect(screen.getByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});
