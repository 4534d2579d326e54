// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { clear, keys } from 'idb-keyval';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Submission } from '#schemas/forms/assistants.ts';
import { fetchReply } from '#src/api/client/call.ts';
import { toApiError, networkError, type ApiError } from '#src/api/client/errors.ts';
import { endDraft, loadStoredForm } from '#src/device/indexedDb/draftStorage.ts';
import { submitOnce } from './submitOnce.ts';

const fresh = {
  workflowKey: 'a',
  idempotencyKey: 'key',
  sendingSince: 1,
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
