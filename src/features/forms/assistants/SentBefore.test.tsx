// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clear } from 'idb-keyval';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { saveReceipt, type Sent } from '#src/device/indexedDb/receipts.ts';
import { SentBefore } from './SentBefore.tsx';

const sent: Sent = {
  wasSentBefore: false,
  receipt: { submissionId: 's1', reference: 'K7F', submittedAt: '2026-11-20T09:15:00.000Z' },
  thanks: {
    accountName: 'Kanzlei',
    headerLogoUrl: null,
    theme: {},
    resultText: null,
    returnUrl: null,
  },
};
const link = { form: 'guid', succeed: '/form/succeed' };

function Receipt() {
  const { state } = useLocation() as { state: Sent };
  return <h1>{state.receipt?.reference}</h1>;
}

beforeEach(() => clear());

it('A form that was sent from this device links to the copy of its answers', async () => {
  const formElement = { title: 'Unfall', formElements: [] };
  await saveReceipt('guid', sent, { formElement, revision: 1, accepted: [], answers: [] });
  render(
    <TestIntl>
      <MemoryRouter initialEntries={['/form']}>
        <Routes>
          <Route path="/form" element={<SentBefore link={link} />} />
          <Route path="/form/succeed" element={<Receipt />} />
        </Routes>
      </MemoryRouter>
    </TestIntl>,
  );
  expect(await screen.findByText(/20\.11\.2026/)).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Ihre Angaben ansehen' }));
  expect(screen.getByRole('heading', { name: 'K7F' })).toBeVisible();
});
