// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clear, keys } from 'idb-keyval';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formLimits } from '#schemas/forms/limits.ts';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { saveReceipt, type Copy, type Sent } from '#src/device/indexedDb/receipts.ts';
import { noteSent } from './sentHere.ts';
import { SucceedPage } from './SucceedPage.tsx';

type Shown = { returnUrl: string; wasSentBefore?: boolean; submissionId?: string };

const makeSent = ({
  returnUrl,
  wasSentBefore = false,
  submissionId = 'kx3Fq0vU7hZrT1mYwA9sLg',
}: Shown): Sent => ({
  wasSentBefore,
  receipt: { submissionId, reference: 'K7F-2QM-9TX', submittedAt: '2026-11-20T09:15:00.000Z' },
  thanks: {
    accountName: 'Aydın & Kollegen',
    headerLogoUrl: null,
    theme: {},
    resultText: 'Danke, wir melden uns.',
    returnUrl,
    isReturnAllowed: true,
  },
});

const copy: Copy = {
  formElement: { title: 'Unfall', formElements: [{ id: 'name', type: 'input', label: 'Name' }] },
  revision: 1,
  accepted: ['agbAccepted'],
  answers: [{ elementId: 'name', type: 'input', value: 'Jonas' }],
};

function showPage(state: Sent | undefined) {
  render(
    <TestIntl>
      <MemoryRouter initialEntries={[{ pathname: '/externalform/guid/succeed', state }]}>
        <Routes>
          <Route path="/externalform/:processGuid" element={<h1>Formular</h1>} />
          <Route
            path="/externalform/:processGuid/succeed"
            element={<SucceedPage languageChoice={null} />}
          />
        </Routes>
      </MemoryRouter>
    </TestIntl>,
  );
}

const show = (shown: Shown) => showPage(makeSent(shown));

beforeEach(() => clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('The success page links to the return address of the provider', () => {
  show({ returnUrl: 'https://kanzlei.example/danke' });
  expect(screen.getByRole('link', { name: 'Weiter zu kanzlei.example' })).toHaveAttribute(
    'href',
    'https://kanzlei.example/danke',
  );
});

it.each(['http://[', 'javascript:alert(1)'])(
  'The success page shows its thanks and no link when the address is %s',
  (returnUrl) => {
    show({ returnUrl });
    expect(screen.getByText('Danke, wir melden uns.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Weiter zu/ })).toBeNull();
  },
);

it('The success page says that the form was already sent, with the same thanks', () => {
  show({ returnUrl: 'https://kanzlei.example/danke', wasSentBefore: true });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Schon abgeschickt');
  expect(screen.getByText('Danke, wir melden uns.')).toBeInTheDocument();
});

it('The success page shows the reference number, and no answers that another page has sent', () => {
  show({ returnUrl: '' });
  expect(screen.getByText('K7F-2QM-9TX')).toBeVisible();
  expect(screen.getByText(/20\.11\.2026/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Drucken/ })).toBeNull();
});

it('After a reload the success page shows and prints the copy until the visitor is done', async () => {
  const sent = makeSent({ returnUrl: '' });
  await saveReceipt('guid', sent, copy);
  const print = vi.fn();
  vi.stubGlobal('print', print);
  showPage(sent);
  await userEvent.click(await screen.findByRole('button', { name: /Drucken/ }));
  expect(print).toHaveBeenCalledOnce();
  expect(await screen.findByText('Jonas')).toBeVisible();
  expect(screen.getByRole('listitem')).toHaveTextContent('Ich stimme den Nutzungsbedingungen zu.');
  expect(screen.getByText('Fassung 1 des Formulars')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Fertig, Kopie hier löschen' }));
  const deleted = await screen.findByText(/ist von diesem Gerät gelöscht/);
  expect(deleted.closest('p')).toHaveFocus();
  expect(screen.queryByText('Jonas')).toBeNull();
  expect(screen.getByText('K7F-2QM-9TX')).toBeVisible();
  expect(await keys()).toEqual([]);
});

it('A form that was withdrawn meanwhile is not offered again, and the thanks may be Markdown', () => {
  const sent = makeSent({ returnUrl: '' });
  const resultText = 'Danke! **Bald** mehr auf [unserer Seite](https://kanzlei.example).';
  showPage({ ...sent, thanks: { ...sent.thanks, resultText, isFormOpen: false } });
  expect(screen.getByText('Bald').tagName).toBe('STRONG');
  expect(screen.getByRole('link', { name: 'unserer Seite' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /noch einmal ausfüllen/ })).toBeNull();
});

it('The page says to which address a copy is mailed, and never on a later visit', () => {
  const sent = makeSent({ returnUrl: '' });
  const receipt = sent.receipt && { ...sent.receipt, copyTo: 'j•••@example.com' };
  showPage({ ...sent, ...(receipt ? { receipt } : {}) });
  expect(screen.getByText(/^Eine E-Mail an j•••@example.com ist unterwegs/)).toBeVisible();
  cleanup();
  showPage({ ...sent, ...(receipt ? { receipt } : {}), wasSentBefore: true });
  expect(screen.queryByText(/ist unterwegs/)).toBeNull();
});

it('The address of the success page shows the receipt of this device, else the form', async () => {
  await saveReceipt('guid', makeSent({ returnUrl: '' }), copy);
  showPage(undefined);
  expect(await screen.findByText('Jonas')).toBeVisible();
  await clear();
  showPage(undefined);
  expect(await screen.findByRole('heading', { name: 'Formular' })).toBeVisible();
});

describe('The redirect to the provider', () => {
  const assign = vi.fn();
  const returnUrl = 'https://kanzlei.example/danke';
  let sent: Sent;
  let count = 0;
  beforeEach(async () => {
    sent = makeSent({ returnUrl, submissionId: `sent-${++count}` });
    await noteSent('guid', sent, undefined);
    assign.mockClear();
    vi.stubGlobal('location', { ...location, assign });
    vi.useFakeTimers();
  });
  const waitForIt = () => act(() => void vi.advanceTimersByTime(formLimits.returnDelayMs));

  it('The redirect happens once after the delay', () => {
    showPage(sent);
    act(() => void vi.advanceTimersByTime(formLimits.returnDelayMs - 1));
    expect(assign).not.toHaveBeenCalled();
    waitForIt();
    expect(assign).toHaveBeenCalledExactlyOnceWith(returnUrl);
  });

  it.each([
    ['scrolling', () => fireEvent.wheel(window)],
    ['a finger on the page', () => fireEvent.touchMove(document.body)],
    ['a key', () => fireEvent.keyDown(document.body, { key: 'PageDown' })],
    ['printing', () => fireEvent(window, new Event('beforeprint'))],
    ['the button to stay', () => fireEvent.click(screen.getByRole('button', { name: /bleiben/ }))],
  ])('The redirect is cancelled by %s, also when the page is opened again', (_, use) => {
    showPage(sent);
    use();
    expect(screen.getByText('Sie bleiben auf dieser Seite.')).toBeVisible();
    showPage(sent);
    waitForIt();
    expect(assign).not.toHaveBeenCalled();
  });

  it('The redirect does not happen after a reload', () => {
    showPage(makeSent({ returnUrl, submissionId: 'sent-before-the-reload' }));
    expect(screen.queryByRole('button', { name: 'Hier bleiben' })).toBeNull();
    waitForIt();
    expect(assign).not.toHaveBeenCalled();
  });

  it('The redirect does not happen offline, because the receipt would be gone', () => {
    vi.stubGlobal('navigator', { ...navigator, onLine: false });
    showPage(sent);
    waitForIt();
    expect(assign).not.toHaveBeenCalled();
  });
});
