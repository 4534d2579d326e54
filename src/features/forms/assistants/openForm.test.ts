// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { clear } from 'idb-keyval';
import { beforeEach, expect, it, vi } from 'vitest';
import { accessProcess } from '#schemas/forms/assistants.ts';
import { fetchReply } from '#src/api/client/call.ts';
import { toApiError } from '#src/api/client/errors.ts';
import {
  loadStoredForm,
  markSending,
  saveAsked,
  saveDraft,
} from '#src/device/indexedDb/draftStorage.ts';
import { loadReceipt } from '#src/device/indexedDb/receipts.ts';
import type { FormLink } from './links.ts';
import { openForm } from './openForm.ts';

vi.mock('#src/api/client/call.ts', () => ({ fetchReply: vi.fn() }));

const form = 'request';
const link = { form, here: '/form', succeed: '/form/succeed' } as FormLink;
const formElement = {
  title: 'Mandat',
  formElements: [{ id: 'matter', type: 'input', label: 'Anliegen' }],
};
const contact = { street: 'Weg 1', postalCode: '20259', city: 'Hamburg', contact: '', website: '' };
const provider = {
  accountId: 'a1',
  accountName: 'Kanzlei',
  headerLogoUrl: null,
  theme: {},
  contact,
};
const submittedAt = '2026-11-27T09:00:00.000Z';
const workflowKey = 'workflow';
const asked = { type: 'input', question: 'Anliegen' };
const matter = { value: 'Miete', at: 1, workflowKey, revision: 1, ...asked };
const mark = {
  workflowKey,
  idempotencyKey: 'own',
  thanks: { ...provider, resultText: null, returnUrl: null },
  copy: {
    formElement,
    answers: [{ elementId: 'matter', type: 'input', value: 'Miete' }],
    revision: 1,
    accepted: [],
  },
  markedAt: 2,
};
const receipt = { submissionId: 's1', reference: 'K7-42' };

/** The workflow was sent, by this Idempotency-Key. */
const sendBy = (idempotencyKey: string) =>
  vi.mocked(fetchReply).mockImplementation(async (endpoint, args) => {
    expect(endpoint).toBe(accessProcess);
    const { body } = args as { body: { idempotencyKey?: string } };
    const isOwnSubmission = body.idempotencyKey === idempotencyKey;
    const more = { submittedAt, isOwnSubmission, ...(isOwnSubmission ? receipt : {}) };
    const problem = { reason: 'alreadySubmitted', reasonMessage: '', ...more };
    throw Object.assign(new Error('No'), toApiError(409, problem));
  });

beforeEach(async () => {
  await clear();
  await saveDraft({ form, round: 0 }, { workflowKey, revision: 1, changes: { matter } });
  await saveAsked(form, { formElement, revision: 1, provider });
});

const open = () =>
  openForm({ link, search: '', login: () => Promise.reject(), idempotencyKey: 'visit' });

it.each([
  ['a draft', async () => undefined],
  ['an attempt to send it', () => markSending({ form, round: 0 }, mark)],
])('A form that another device has sent keeps %s of this device to read', async (_, prepare) => {
  await prepare();
  sendBy('other');
  const unsent = {
    formElement,
    revision: 1,
    answers: [{ elementId: 'matter', type: 'input', value: 'Miete' }],
  };
  expect(await open()).toEqual({ answered: { submittedAt, unsent, provider } });
  const { draft, sending } = await loadStoredForm(form);
  expect([draft?.answers, sending]).toEqual([{ matter }, undefined]);
});

const sent = { thanks: mark.thanks, wasSentBefore: true, receipt: { ...receipt, submittedAt } };

it('A form that this device has sent ends its draft, and is thanked for with its number', async () => {
  await markSending({ form, round: 0 }, mark);
  sendBy('own');
  expect(await open()).toEqual({ sent });
  expect(await loadStoredForm(form)).toEqual({ round: 1 });
  expect(await loadReceipt(form)).toMatchObject({ sent, copy: mark.copy });
});

it('Answers that were changed after a lost response stay to read, beside the receipt', async () => {
  await markSending({ form, round: 0 }, mark);
  const changes = { matter: { ...matter, value: 'Miete und Kaution', at: 3 } };
  await saveDraft({ form, round: 0 }, { workflowKey, revision: 1, changes });
  sendBy('own');
  const answers = [{ elementId: 'matter', type: 'input', value: 'Miete und Kaution' }];
  expect(await open()).toMatchObject({ answered: { submittedAt, unsent: { answers } } });
  const { draft, sending } = await loadStoredForm(form);
  expect([draft?.answers, sending]).toEqual([changes, undefined]);
  expect(await loadReceipt(form)).toMatchObject({ sent, copy: mark.copy });
});
