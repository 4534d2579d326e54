// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { InboxRecord } from '#schemas/tasks/inbox.ts';
import type { Marked, Marking, Outcome } from './useMarking.ts';
import { useNote } from './useNote.ts';

const record = { submissionId: 's1000001', state: 'open', note: '' } as InboxRecord;
const callMs = 100;

/** Shows a record whose note a server keeps. It refuses a note that another user has changed. */
function open(given: InboxRecord = record) {
  const stored = { note: given.note, isDown: false };
  const calls: unknown[] = [];
  const change: Marking['change'] = async (item: Marked, { note = '' }): Promise<Outcome> => {
    calls.push([item.note, note]);
    await new Promise((resolve) => {
      setTimeout(resolve, callMs);
    });
    if (stored.isDown) return 'failed';
    if (stored.note !== item.note && stored.note !== note) return 'overtaken';
    stored.note = note;
    return 'done';
  };
  const hook = renderHook((shown: InboxRecord) => useNote(shown, { change }), {
    initialProps: given,
  });
  const write = (text: string) => act(() => hook.result.current.write(text));
  const pause = (ms = 1_000 + callMs) => act(() => vi.advanceTimersByTimeAsync(ms));
  const leave = async () => {
    act(() => void hook.result.current.save());
    await pause(callMs);
  };
  return { ...hook, stored, calls, write, pause, leave };
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
  await pause(200);
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

it('A stored note in another notation is not saved by opening its record', async () => {
  const { calls, pause, unmount } = open({ ...record, note: 'fu\u0308r Selin ' });
  await pause();
  unmount();
  expect(calls).toEqual([]);
});

it('A note that another user has overtaken stays, and is sent again on blur only', async () => {
  const { result, rerender, stored, calls, write, pause, leave } = open();
  stored.note = 'Von Selin';
  write('Von mir');
  rerender({ ...record, note: 'Von Selin' });
  expect(result.current.text).toBe('Von mir');
  await pause();
  write('Von mir.');
  await pause(10_000);
  expect(calls).toEqual([['', 'Von mir']]);
  expect(result.current).toMatchObject({ text: 'Von mir.', isSaved: false });
  await leave();
  expect(stored.note).toBe('Von mir.');
  expect(result.current.isSaved).toBe(true);
});

it('After a call that failed, the note of another user is not overwritten', async () => {
  const { rerender, stored, write, pause, leave } = open();
  stored.isDown = true;
  write('Von mir');
  await pause();
  Object.assign(stored, { note: 'Von Selin', isDown: false });
  rerender({ ...record, note: 'Von Selin' });
  await leave();
  expect(stored.note).toBe('Von Selin');
});

it('A note whose call failed is saved while it is typed on, and when the browser is online again', async () => {
  const { result, stored, write, pause } = open();
  stored.isDown = true;
  write('Ruft');
  await pause();
  stored.isDown = false;
  write('Ruft an');
  await pause();
  expect(stored.note).toBe('Ruft an');
  stored.isDown = true;
  write('Ruft an um 12');
  await pause();
  stored.isDown = false;
  act(() => void dispatchEvent(new Event('online')));
  await pause(callMs);
  expect(stored.note).toBe('Ruft an um 12');
  expect(result.current.isSaved).toBe(true);
});

it('Of notes that wait for a slow call only the newest is sent', async () => {
  const { stored, calls, write, leave, pause } = open();
  write('a');
  act(() => void dispatchEvent(new Event('online')));
  await pause(callMs / 2);
  for (const text of ['ab', 'abc', 'abcd']) {
    write(text);
    act(() => void dispatchEvent(new Event('online')));
  }
  await pause();
  await leave();
  expect(calls).toEqual([
    ['', 'a'],
    ['a', 'abcd'],
  ]);
  expect(stored.note).toBe('abcd');
});

it('The last words are saved when the record is closed while a save is under way', async () => {
  const { unmount, stored, calls, write, pause } = open();
  write('Ruft');
  await pause(1_050);
  write('Ruft an');
  unmount();
  await pause();
  expect(stored.note).toBe('Ruft an');
  expect(calls).toEqual([
    ['', 'Ruft'],
    ['Ruft', 'Ruft an'],
  ]);
});
