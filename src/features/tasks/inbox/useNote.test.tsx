// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { InboxRecord } from '#schemas/tasks/inbox.ts';
import type { Marked, Marking } from './useMarking.ts';
import { useNote } from './useNote.ts';

const record = { submissionId: 's1000001', state: 'open', note: '' } as InboxRecord;

/** Shows a record whose note a server keeps. It refuses a note that another user has changed. */
function open(given: InboxRecord = record) {
  const stored = { note: given.note };
  const calls: unknown[] = [];
  const change: Marking['change'] = (item: Marked, { note = '' }) => {
    calls.push([item.note, note]);
    const isStale = stored.note !== item.note && stored.note !== note;
    if (!isStale) stored.note = note;
    return Promise.resolve(!isStale);
  };
  const marking = { change, isMarking: false } as Marking;
  const hook = renderHook((shown: InboxRecord) => useNote(shown, marking), {
    initialProps: given,
  });
  const write = (text: string) => act(() => hook.result.current.write(text));
  const pause = (ms = 1_000) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { ...hook, stored, calls, write, pause };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('A note is saved after a pause, and the next change is one of the saved note', async () => {
  const { result, calls, write, pause } = open();
  write('Ruft');
  await pause(900);
  write('Ruft an ');
  await pause(900);
  expect(calls).toEqual([]);
  await pause(100);
  expect(result.current.isSaved).toBe(true);
  write('Ruft an um 12');
  expect(result.current.isSaved).toBe(false);
  await pause();
  expect(calls).toEqual([
    ['', 'Ruft an'],
    ['Ruft an', 'Ruft an um 12'],
  ]);
});

it('The saved note that arrives takes no blank from the field while the reader types', async () => {
  const { result, rerender, calls, write, pause } = open();
  write('Ruft ');
  await pause();
  rerender({ ...record, note: 'Ruft' });
  expect(result.current.text).toBe('Ruft ');
  await pause();
  expect(calls).toHaveLength(1);
});

it('A note of another user is shown where the reader types nothing', async () => {
  const { result, rerender, calls, pause } = open();
  rerender({ ...record, note: 'Von Selin' });
  expect(result.current.text).toBe('Von Selin');
  await pause();
  expect(calls).toEqual([]);
});

it('A note that another user has overtaken stays, and is sent again on blur only', async () => {
  const { result, rerender, stored, calls, write, pause } = open();
  stored.note = 'Von Selin';
  write('Von mir');
  rerender({ ...record, note: 'Von Selin' });
  expect(result.current.text).toBe('Von mir');
  await pause();
  await pause(10_000);
  expect(calls).toEqual([['', 'Von mir']]);
  expect(result.current).toMatchObject({ text: 'Von mir', isSaved: false });
  await act(() => result.current.save());
  expect(stored.note).toBe('Von mir');
  expect(result.current.isSaved).toBe(true);
});

it('A note is saved when its record is closed within the pause', () => {
  const { unmount, calls, write } = open();
  write('Ruft an');
  unmount();
  expect(calls).toEqual([['', 'Ruft an']]);
});
