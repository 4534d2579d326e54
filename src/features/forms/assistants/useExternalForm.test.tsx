// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clear } from 'idb-keyval';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import type { FormPageData } from '#schemas/forms/assistants.ts';
import { toApiError } from '#src/api/client/errors.ts';
import { loadAsked, loadStoredForm } from '#src/device/indexedDb/draftStorage.ts';
import { PageDataContext } from './formPage.ts';
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
  await expect.poll(() => attempts).toHaveLength(1);
  return attempts;
}

const goOnline = () => act(async () => void dispatchEvent(new Event('online')));

it('A form that could not be opened opens when the device is online again', async () => {
  const attempts = await renderPage();
  await act(async () => attempts[0]?.fail());
  await screen.findByText('failed');
  await goOnline();
  await expect.poll(() => attempts).toHaveLength(2);
  await act(async () => attempts[1]?.open());
  await screen.findByText('ready');
});

it('A form opens when the device came online during an attempt that fails', async () => {
  const attempts = await renderPage();
  await goOnline();
  await act(async () => attempts[0]?.fail());
  await expect.poll(() => attempts).toHaveLength(2);
  expect(screen.getByText('loading')).toBeInTheDocument();
  await act(async () => attempts[1]?.fail());
  await screen.findByText('failed');
});

const contact = { street: 'Weg 1', postalCode: '20259', city: 'Hamburg', contact: '', website: '' };
const opening = {
  accountName: 'Kanzlei',
  contact,
  revision: 1,
  formElement: {
    title: 'Mandat',
    formElements: [{ id: 'matter', type: 'input', label: 'Anliegen' }],
  },
  metaData: { validatorUrl: '/validators/none.js', statementHashes: {} },
};

function DrawnPage() {
  const form = useExternalForm({ ...link, findKey: async () => 'workflow' });
  if (form.state === 'ready')
    return <button onClick={() => form.engine.store.set('matter', 'Miete')}>Tippen</button>;
  if (form.state !== 'answered') return null;
  return <p>{`${form.submittedAt}: ${String(form.unsent?.answers[0]?.value)}`}</p>;
}

it('What was typed before a form opened is shown and stored if it was answered elsewhere', async () => {
  await clear();
  const submittedAt = '2026-11-27T09:00:00.000Z';
  const problem = { reason: 'alreadySubmitted', reasonMessage: '', submittedAt };
  let refuse: () => void = () => undefined;
  vi.mocked(openForm).mockImplementation(
    () =>
      new Promise((_, reject) => {
        refuse = () => reject(toApiError(409, problem));
      }),
  );
  const embedded = { here: link.here, language: 'de', opening } as unknown as FormPageData;
  render(
    <TestIntl>
      <PageDataContext value={{ form: embedded }}>
        <MemoryRouter initialEntries={['/form']}>
          <DrawnPage />
        </MemoryRouter>
      </PageDataContext>
    </TestIntl>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Tippen' }));
  await expect.poll(() => vi.mocked(openForm).mock.calls).not.toEqual([]);
  await act(async () => refuse());
  await screen.findByText(`${submittedAt}: Miete`);
  const { draft } = await loadStoredForm(link.form);
  expect(draft).toMatchObject({ workflowKey: 'workflow', answers: { matter: { value: 'Miete' } } });
  expect(await loadAsked(link.form)).toMatchObject({
    provider: { accountName: 'Kanzlei', contact },
  });
});
