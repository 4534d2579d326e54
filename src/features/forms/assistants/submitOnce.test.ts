// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { clear, keys } from 'idb-keyval';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Submission } from '#schemas/forms/assistants.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { toApiError, networkError, type ApiError } from '#src/api/client/errors.ts';
import { endDraft, loadStoredForm } from '#src/device/draftStorage.ts';
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

/** Returns a `dispatch` whose every call ends with `unwrap`. */
const net = (unwrap: () => Promise<unknown>) => (() => ({ unwrap })) as unknown as AppDispatch;
const failing = (error: ApiError) =>
  net(() => Promise.reject(Object.assign(new Error('No'), error)));
const lost = failing(networkError);
const arrived = net(async () => ({ resultText: 'Danke', returnUrl: null, isReturnAllowed: false }));

beforeEach(() => clear());

describe('on a shared device', () => {
  it.each([
    ['offline', networkError],
    ['permanently', toApiError(400, {})],
  ])(
    'A submission that fails %s on a shared device is deleted, and the next form is empty',
    async (_, error) => {
      await expect(submitOnce(failing(error), tab(true), fresh, body)).rejects.toThrow();
      expect(await keys()).toEqual([]);
      expect(await loadStoredForm('accident')).toEqual({ round: 0 });
    },
  );

  it('Answers that another tab has sent are not sent again on a shared device', async () => {
    await endDraft(tab(true));
    expect(await submitOnce(arrived, tab(true), fresh, body)).toBe('ended');
    expect(await submitOnce(arrived, tab(true, 1), fresh, body)).toMatchObject({
      thanks: { resultText: 'Danke' },
    });
  });
});

it('A failed submission on a personal device is stored, so that a later visit can check it', async () => {
  await expect(submitOnce(lost, tab(false), fresh, body)).rejects.toThrow();
  expect((await loadStoredForm('accident')).sending).toEqual(fresh);
});
