// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import type { FormLink } from './links.ts';
import { openForm, type OpenedForm } from './openForm.ts';
import { useExternalForm } from './useExternalForm.ts';

vi.mock('./openForm.ts');

const link = { form: 'guid', here: '/form', succeed: '/form/succeed' } as FormLink;
const offline = { status: 'FETCH_ERROR', isNetworkError: true };

function Page() {
  return <p>{useExternalForm(link).state}</p>;
}

/** Renders the form of a link. Each attempt to open it waits until the test ends it. */
async function renderPage() {
  const attempts: { fail: () => void; open: () => void }[] = [];
  vi.mocked(openForm).mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        attempts.push({
          fail: () => reject(offline),
          open: () => resolve({ round: 0 } as OpenedForm),
        });
      }),
  );
  render(
    <TestIntl>
      <MemoryRouter initialEntries={['/form']}>
        <Page />
      </MemoryRouter>
    </TestIntl>,
  );
  await vi.waitFor(() => expect(attempts).toHaveLength(1));
  return attempts;
}

const goOnline = () => act(async () => void dispatchEvent(new Event('online')));

it('A form that could not be opened opens when the device is online again', async () => {
  const attempts = await renderPage();
  await act(async () => attempts[0]?.fail());
  await screen.findByText('failed');
  await goOnline();
  await vi.waitFor(() => expect(attempts).toHaveLength(2));
  await act(async () => attempts[1]?.open());
  await screen.findByText('ready');
});

it('A form opens when the device came online during an attempt that fails', async () => {
  const attempts = await renderPage();
  await goOnline();
  await act(async () => attempts[0]?.fail());
  await vi.waitFor(() => expect(attempts).toHaveLength(2));
  expect(screen.getByText('loading')).toBeInTheDocument();
  await act(async () => attempts[1]?.fail());
  await screen.findByText('failed');
});
