// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import type { FormProcess } from '#schemas/forms/assistants.ts';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';
import type { FormLink } from './links.ts';
import type { Sent } from '#src/device/indexedDb/receipts.ts';
import { useSubmit } from './useSubmit.ts';

const { sent } = vi.hoisted(() => ({
  sent: { thanks: { accountName: 'Lichtblick' }, wasSentBefore: false },
}));
vi.mock('./submitOnce.ts', () => ({ submitOnce: async () => sent as Sent }));

const link = { form: 'guid', here: '/form', succeed: '/form/succeed' } as FormLink;
const process = { metaData: { timeToken: '', statementHashes: {} } } as unknown as FormProcess;

function Form() {
  const none = { current: null };
  const { submit } = useSubmit({
    link,
    process,
    engine: { elements: [] } as unknown as FormEngine,
    round: 1,
    isShared: false,
    consent: { agbAccepted: false, datenschutzAccepted: false },
    honeypot: none,
    form: none,
    refuseConsent: () => false,
    onFailed: () => undefined,
    onEnded: () => undefined,
  });
  const navigate = useNavigate();
  return (
    <>
      <p>{useLocation().search}</p>
      <button onClick={() => submit({})}>Absenden</button>
      <button onClick={() => void navigate(-1)}>Zurück</button>
    </>
  );
}

it('The thank-you page opens, also when the visitor presses Back before it renders', async () => {
  let arrive: (page: { default: () => React.ReactNode }) => void = () => undefined;
  const Thanks = lazy(
    () =>
      new Promise<{ default: () => React.ReactNode }>((resolve) => {
        arrive = resolve;
      }),
  );
  render(
    <TestIntl>
      <MemoryRouter initialEntries={['/form?page=one', '/form?page=two']} initialIndex={1}>
        <Suspense>
          <Routes>
            <Route path="/form" element={<Form />} />
            <Route path="/form/succeed" element={<Thanks />} />
          </Routes>
        </Suspense>
      </MemoryRouter>
    </TestIntl>,
  );
  expect(screen.getByText('?page=two')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Absenden' }));
  expect(screen.getByText('?page=two')).toBeVisible(); // before the thank-you page renders
  await userEvent.click(screen.getByRole('button', { name: 'Zurück' }));
  await act(async () => arrive({ default: () => <h1>Abgeschickt</h1> }));
  expect(await screen.findByRole('heading', { name: 'Abgeschickt' })).toBeVisible();
});
