// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { clear } from 'idb-keyval';
import { beforeEach, expect, it } from 'vitest';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import {
  loadStoredForm,
  markSending,
  saveAsked,
  saveDraft,
} from '#src/device/indexedDb/draftStorage.ts';
import { findLeft } from './openTask.ts';

const form = 'task';
const tab = { form, round: 0 };
const version = { workflowKey: 'workflow', revision: 1 };
const asked = { type: 'input', question: 'Anliegen' };
const formElement = {
  title: 'Aufgabe',
  formElements: [{ id: 'matter', type: 'input', label: 'Anliegen' }],
};
const answers = [{ elementId: 'matter', type: 'input', value: 'Miete' }];

/** A server that repeats the receipt of a submission that has arrived. */
const replying = (() => ({ unwrap: async () => ({}) })) as unknown as AppDispatch;

const type = (value: string, at: number) =>
  saveDraft(tab, { ...version, changes: { matter: { value, at, ...version, ...asked } } });

beforeEach(async () => {
  await clear();
  await saveAsked(form, { formElement, revision: 1 });
  await type('Miete', 1);
  const thanks = {
    accountName: 'Kanzlei',
    headerLogoUrl: null,
    theme: {},
    resultText: null,
    returnUrl: null,
  };
  const copy = { formElement, answers, revision: 1, accepted: [] };
  const mark = { workflowKey: 'workflow', idempotencyKey: 'own', thanks, copy, markedAt: 2 };
  await markSending(tab, mark);
});

it('Answers of a task that arrived without a response are no longer kept', async () => {
  expect(await findLeft(replying, { acc: 'a1', form })).toBeUndefined();
  expect(await loadStoredForm(form)).toEqual({ round: 1 });
});

it('Answers of a task that were changed after a lost response are kept as unsent', async () => {
  await type('Miete und Kaution', 3);
  const changed = [{ ...answers[0], value: 'Miete und Kaution' }];
  expect(await findLeft(replying, { acc: 'a1', form })).toMatchObject({
    unsent: { answers: changed },
  });
  expect((await loadStoredForm(form)).draft?.answers['matter']?.value).toBe('Miete und Kaution');
});
