// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftLimits } from '#schemas/forms/limits.ts';
import { createTestEngine } from '#src/engine/testing/TestForm.tsx';
import { forgetDraft, loadStoredForm } from '#src/device/indexedDb/draftStorage.ts';
import { areDraftsKept } from '#src/device/openDrafts.ts';
import { isDraftKept, useDraft } from './useDraft.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function loadDraft(form: string, restoredAt?: number) {
  const engine = createTestEngine([{ id: 'first', type: 'input', label: 'Vorname' }]);
  const onFailing = vi.fn();
  const { result, unmount, rerender } = renderHook(
    ({ isShared }) =>
      useDraft(engine, {
        form,
        round: 0,
        workflowKey: 'a',
        revision: 1,
        isShared,
        restoredAt,
        onEnded: () => undefined,
        onFailing,
      }),
    { initialProps: { isShared: false } },
  );
  return {
    store: engine.store,
    result,
    onFailing,
    unmount,
    share: (isShared: boolean) => rerender({ isShared }),
    kept: async () => (await loadStoredForm(form)).draft?.answers['first']?.value,
  };
}

it('A draft is saved one second after the last key', async () => {
  const draft = await loadDraft('typed');
  act(() => draft.store.set('first', 'Jonas'));
  expect(await draft.kept()).toBeUndefined();
  await act(() => vi.advanceTimersByTimeAsync(draftLimits.saveDelayMs));
  await expect.poll(draft.kept).toBe('Jonas');
  expect(draft.onFailing).not.toHaveBeenCalled();
});

it('A restored draft shows when it was saved, until it is saved again or the device is shared', async () => {
  const draft = await loadDraft('restored', 1_000);
  expect(draft.result.current.savedAt).toBe(1_000);
  act(() => draft.store.set('first', 'Jonas'));
  await act(() => vi.advanceTimersByTimeAsync(draftLimits.saveDelayMs));
  await expect.poll(() => draft.result.current.savedAt).toBeGreaterThan(1_000);
  draft.share(true);
  await expect.poll(() => draft.result.current.savedAt).toBeUndefined();
});

it('A draft counts as kept while it is saved, and neither on a shared device nor afterwards', async () => {
  const draft = await loadDraft('counted');
  const readKept = () => [isDraftKept(draft.result.current), areDraftsKept()];
  expect(readKept()).toEqual([false, false]);
  act(() => draft.store.set('first', 'Jonas'));
  await act(() => vi.advanceTimersByTimeAsync(draftLimits.saveDelayMs));
  await expect.poll(readKept).toEqual([true, true]);
  draft.share(true);
  expect(readKept()).toEqual([false, false]);
  draft.share(false);
  await expect.poll(readKept).toEqual([true, true]);
  draft.unmount();
  expect(areDraftsKept()).toBe(false);
});

it('A draft survives the end of its page, but not its deletion', async () => {
  const draft = await loadDraft('left');
  act(() => draft.store.set('first', 'Jon'));
  act(() => draft.store.set('first', 'Jonas'));
  dispatchEvent(new Event('pagehide'));
  await expect.poll(draft.kept).toBe('Jonas');

  act(() => draft.store.set('first', 'Jonas W'));
  dispatchEvent(new Event('pagehide'));
  await forgetDraft({ form: 'left', round: 0 });
  expect(await draft.kept()).toBeUndefined();
});

it('A draft contains no passwords and PINs', async () => {
  const engine = createTestEngine([
    { id: 'first', type: 'input', label: 'Vorname' },
    { id: 'password', type: 'password', label: 'Passwort' },
    { id: 'pin', type: 'pin', label: 'PIN' },
  ]);
  const { unmount } = renderHook(() =>
    useDraft(engine, {
      form: 'secret',
      round: 0,
      workflowKey: 'a',
      revision: 1,
      isShared: false,
      onEnded: () => undefined,
      onFailing: () => undefined,
    }),
  );
  act(() => {
    engine.store.set('password', 'Fahrrad-im-Regen7');
    engine.store.set('pin', '407218');
    engine.store.set('first', 'Jonas');
  });
  await act(() => vi.advanceTimersByTimeAsync(draftLimits.saveDelayMs));
  await expect
    .poll(async () => Object.keys((await loadStoredForm('secret')).draft?.answers ?? {}))
    .toEqual(['first']);
  unmount();
});

it('A failed save is retried and reported once', async () => {
  const draft = await loadDraft('failing');
  const open = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('disk full', 'QuotaExceededError');
  });
  act(() => draft.store.set('first', 'Jonas'));
  await act(() => vi.advanceTimersByTimeAsync(draftLimits.saveDelayMs));
  await expect.poll(() => draft.result.current.isFailing).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(draftLimits.retryDelayMs));
  await expect.poll(() => open.mock.calls.length).toBeGreaterThan(1);
  expect(draft.onFailing).toHaveBeenCalledOnce();

  open.mockRestore();
  await act(() => vi.advanceTimersByTimeAsync(draftLimits.retryDelayMs));
  await expect.poll(draft.kept).toBe('Jonas');
  await expect.poll(() => draft.result.current.isFailing).toBe(false);
});

it('A shared device deletes the draft, and it is saved again once the device is not shared', async () => {
  const draft = await loadDraft('shared');
  act(() => draft.store.set('first', 'Jonas'));
  await act(() => vi.advanceTimersByTimeAsync(draftLimits.saveDelayMs));
  await expect.poll(draft.kept).toBe('Jonas');
  draft.share(true);
  await expect.poll(() => loadStoredForm('shared')).toEqual({ round: 0 });
  act(() => draft.store.set('first', 'Jana'));
  await act(() => vi.advanceTimersByTimeAsync(draftLimits.saveDelayMs));
  expect(await draft.kept()).toBeUndefined();
  draft.share(false);
  await expect.poll(draft.kept).toBe('Jana');
});

it('A draft stores the row keys of a group', async () => {
  const engine = createTestEngine([
    {
      id: 'cars',
      type: 'group',
      label: 'Autos',
      min: 1,
      max: 3,
      formElements: [{ id: 'plate', type: 'input', label: 'Kennzeichen' }],
    },
  ]);
  const { unmount } = renderHook(() =>
    useDraft(engine, {
      form: 'rows',
      round: 0,
      workflowKey: 'a',
      revision: 1,
      isShared: false,
      onEnded: () => undefined,
      onFailing: () => undefined,
    }),
  );
  act(() => engine.store.addRow('cars'));
  await act(() => vi.advanceTimersByTimeAsync(draftLimits.saveDelayMs));
  await expect
    .poll(async () => (await loadStoredForm('rows')).draft?.answers['cars'])
    .toMatchObject({ value: [{}, {}], rows: engine.store.getRowKeys('cars') });
  unmount();
});

it('Answers given before the workflow has started are saved once it has', async () => {
  const engine = createTestEngine([{ id: 'first', type: 'input', label: 'Vorname' }]);
  const { rerender, unmount } = renderHook(
    ({ workflowKey }) =>
      useDraft(engine, {
        form: 'early',
        round: 0,
        workflowKey,
        revision: 1,
        isShared: false,
        onEnded: () => undefined,
        onFailing: () => undefined,
      }),
    { initialProps: { workflowKey: '' } },
  );
  act(() => engine.store.set('first', 'Jonas'));
  await act(() => vi.advanceTimersByTimeAsync(draftLimits.saveDelayMs));
  expect(await loadStoredForm('early')).toEqual({ round: 0 });
  rerender({ workflowKey: 'a' });
  await act(() => vi.advanceTimersByTimeAsync(draftLimits.saveDelayMs));
  await expect
    .poll(async () => (await loadStoredForm('early')).draft)
    .toMatchObject({ workflowKey: 'a', answers: { first: { value: 'Jonas' } } });
  unmount();
});
