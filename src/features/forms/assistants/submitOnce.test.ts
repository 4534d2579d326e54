// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { clear, keys } from 'idb-keyval';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { accessProcess, type Submission } from '#schemas/forms/assistants.ts';
import { fetchReply } from '#src/api/client/call.ts';
import { toApiError, networkError, type ApiError } from '#src/api/client/errors.ts';
import {
  endDraft,
  loadStoredForm,
  markSending,
  saveDraft,
} from '#src/device/indexedDb/draftStorage.ts';
import { loadReceipt } from '#src/device/indexedDb/receipts.ts';
import { submitOnce } from './submitOnce.ts';

const fresh = {
  workflowKey: 'a',
  idempotencyKey: 'key',
  thanks: {
    accountName: 'Kanzlei',
    headerLogoUrl: null,
    theme: {},
    resultText: null,
    returnUrl: null,
  },
};
const body: Submission = {
  revision: 1,
  language: 'de',
  answers: [{ elementId: 'name', type: 'input', value: 'Jonas' }],
};
const tab = (isShared: boolean, round = 0) => ({ form: 'accident', round, isShared });

vi.mock('#src/api/client/call.ts', () => ({ fetchReply: vi.fn() }));
const fail = (error: ApiError) =>
  vi.mocked(fetchReply).mockRejectedValue(Object.assign(new Error('No'), error));
const arrive = () =>
  vi
    .mocked(fetchReply)
    .mockResolvedValue({ resultText: 'Danke', returnUrl: null, isReturnAllowed: false });

beforeEach(() => clear());

describe('on a shared device', () => {
  it.each([
    ['offline', networkError],
    ['permanently', toApiError(400, {})],
  ])(
    'A submission that fails %s on a shared device is deleted, and the next form is empty',
    async (_, error) => {
      fail(error);
      await expect(submitOnce(tab(true), fresh, body)).rejects.toThrow();
      expect(await keys()).toEqual([]);
      expect(await loadStoredForm('accident')).toEqual({ round: 0 });
    },
  );

  it('Answers that another tab has sent are not sent again on a shared device', async () => {
    await endDraft(tab(true));
    arrive();
    expect(await submitOnce(tab(true), fresh, body)).toBe('ended');
    expect(await submitOnce(tab(true, 1), fresh, body)).toMatchObject({
      thanks: { resultText: 'Danke' },
    });
  });
});

it('A failed submission on a personal device is stored, so that a later visit can check it', async () => {
  fail(networkError);
  await expect(submitOnce(tab(false), fresh, body)).rejects.toThrow();
  expect((await loadStoredForm('accident')).sending).toEqual(fresh);
});

describe('a form that was sent before', () => {
  const asked = { type: 'input', question: 'Name' };
  const answer = { value: 'Ole', at: 1, workflowKey: 'a', revision: 1, ...asked };
  const submittedAt = '2026-11-27T09:00:00.000Z';

  const receipt = { submissionId: 's1', reference: 'K7-42' };

  /** Each call is refused, and the workflow says if this device has sent it. */
  async function refuse(isOwnSubmission: boolean) {
    await saveDraft(tab(false), { workflowKey: 'a', revision: 1, changes: { name: answer } });
    const problem = { reason: 'alreadySubmitted', reasonMessage: '', submittedAt };
    vi.mocked(fetchReply).mockImplementation(async (endpoint, args) => {
      const isAsked =
        endpoint === accessProcess && JSON.stringify(args).includes(fresh.idempotencyKey);
      const own = isOwnSubmission && isAsked ? { isOwnSubmission, ...receipt } : {};
      throw Object.assign(new Error('No'), toApiError(409, { ...problem, ...own }));
    });
  }

  it('A form that another device has sent keeps the draft, and is not thanked for', async () => {
    await refuse(false);
    await expect(submitOnce(tab(false), fresh, body)).rejects.toMatchObject({
      problem: { reason: 'alreadySubmitted', submittedAt },
    });
    const { draft, sending, round } = await loadStoredForm('accident');
    expect([draft?.answers, sending, round]).toEqual([{ name: answer }, undefined, 0]);
  });

  it('An own submission whose response was lost ends the draft when it is sent again', async () => {
    await refuse(true);
    expect(await submitOnce(tab(false), fresh, body)).toEqual({
      thanks: fresh.thanks,
      wasSentBefore: true,
      receipt: { ...receipt, submittedAt },
    });
    expect(await loadStoredForm('accident')).toEqual({ round: 1 });
  });

  describe('by another tab, without a response', () => {
    const copyOf = (value: string) => ({
      formElement: { title: 'Unfall', formElements: [] },
      answers: [{ elementId: 'name', type: 'input', value }],
      revision: 1,
      accepted: [],
    });
    const ofThisTab = { ...fresh, workflowKey: 'b', idempotencyKey: 'other', copy: copyOf('Ole') };
    beforeEach(async () => {
      await refuse(true);
      await markSending(tab(false), { ...fresh, copy: copyOf('Ole') });
    });

    it('The same answers are thanked for with the receipt of the other tab', async () => {
      expect(await submitOnce(tab(false), ofThisTab, body)).toMatchObject({
        wasSentBefore: true,
        receipt,
      });
      expect((await loadReceipt('accident', receipt.submissionId))?.copy).toEqual(copyOf('Ole'));
    });

    it('Other answers are refused, and stay in the draft', async () => {
      const changed = { ...ofThisTab, copy: copyOf('Ole Hansen') };
      await expect(submitOnce(tab(false), changed, body)).rejects.toMatchObject({
        problem: { reason: 'alreadySubmitted' },
      });
      const { draft, sending } = await loadStoredForm('accident');
      expect([draft?.answers, sending]).toEqual([{ name: answer }, undefined]);
      expect((await loadReceipt('accident', receipt.submissionId))?.copy).toEqual(copyOf('Ole'));
    });
  });
});
