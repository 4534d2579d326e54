// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { keys, set } from 'idb-keyval';
import { afterEach, expect, it, vi } from 'vitest';
import { dayMs } from '#schemas/platform/time.ts';
import { startExchange } from '#src/device/serverClock.ts';
import {
  deleteAllReceipts,
  deleteExpiredReceipts,
  deleteReceipt,
  loadReceipt,
  saveReceipt,
  type Copy,
  type Sent,
} from './receipts.ts';

const makeSent = (submissionId: string, submittedMs = Date.now()): Sent => ({
  wasSentBefore: false,
  receipt: {
    submissionId,
    reference: 'K7F-2QM-9TX',
    submittedAt: new Date(submittedMs).toISOString(),
  },
  thanks: {
    accountName: 'Aydın & Kollegen',
    headerLogoUrl: null,
    theme: {},
    resultText: null,
    returnUrl: null,
  },
});
const makeCopy = (value: string): Copy => ({
  formElement: { title: 'Unfall', formElements: [{ id: 'name', type: 'input', label: 'Name' }] },
  revision: 1,
  accepted: [],
  answers: [{ elementId: 'name', type: 'input', value }],
});

const receiveResponse = (sentMs: number): void =>
  startExchange()(
    new Headers({ date: new Date(sentMs).toUTCString(), 'cache-control': 'no-store' }),
  );

afterEach(async () => {
  vi.useRealTimers();
  await deleteAllReceipts();
});

it('A form filled in twice keeps both receipts, and the newest is found without a number', async () => {
  const sentAt = Date.now();
  await saveReceipt('accident', makeSent('one', sentAt), makeCopy('Jonas'));
  vi.useFakeTimers({ now: sentAt - dayMs, toFake: ['Date'] }); // the device's clock was set back
  await saveReceipt('accident', makeSent('two', sentAt + 1), makeCopy('Ida'));
  expect((await loadReceipt('accident', 'one'))?.copy).toEqual(makeCopy('Jonas'));
  expect((await loadReceipt('accident'))?.copy).toEqual(makeCopy('Ida'));
  expect(await loadReceipt('divorce')).toBeUndefined();
});

it('A receipt is not shown after 30 days, and is deleted at the next visit to a form', async () => {
  await saveReceipt('accident', makeSent('one'), makeCopy('Jonas'));
  vi.useFakeTimers({ now: Date.now() + 31 * dayMs, toFake: ['Date'] });
  expect(await loadReceipt('accident', 'one')).toBeUndefined();
  expect(await loadReceipt('accident')).toBeUndefined();
  receiveResponse(Date.now());
  await deleteExpiredReceipts();
  expect(await keys()).toEqual([]);
});

it('A clock of the device that is wrong neither hides nor deletes a receipt', async () => {
  const sentAt = Date.now();
  vi.useFakeTimers({ now: sentAt + 60 * dayMs, toFake: ['Date'] });
  receiveResponse(sentAt);
  await saveReceipt('accident', makeSent('one', sentAt), makeCopy('Jonas'));
  vi.setSystemTime(sentAt + 90 * dayMs);
  await deleteExpiredReceipts(); // the server's time is not certain until the next response
  receiveResponse(sentAt);
  await deleteExpiredReceipts();
  expect((await loadReceipt('accident', 'one'))?.copy).toEqual(makeCopy('Jonas'));
  vi.setSystemTime(sentAt - 60 * dayMs);
  receiveResponse(sentAt + 31 * dayMs);
  expect(await loadReceipt('accident', 'one')).toBeUndefined();
  await deleteExpiredReceipts();
  expect(await keys()).toEqual([]);
});

it('Deleting receipts leaves drafts in place', async () => {
  await set('form:accident', { round: 0 });
  await saveReceipt('accident', makeSent('one'), makeCopy('Jonas'));
  await saveReceipt('accident', makeSent('two'), makeCopy('Ida'));
  await deleteReceipt('accident', 'one');
  expect(await keys()).toEqual(['form:accident', 'receipt:accident:two']);
  await deleteAllReceipts();
  expect(await keys()).toEqual(['form:accident']);
});
