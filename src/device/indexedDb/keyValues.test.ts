// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { get, set, update } from './keyValues.ts';

function leavePage(persisted: boolean): void {
  dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
}

it('A write is aborted when the page enters the back/forward cache, and blocks no later one', async () => {
  await set('draft', 'first');
  const writing = update<string>('draft', () => {
    leavePage(true);
    return 'second';
  });
  await expect(writing).rejects.toBeDefined();
  await expect(set('draft', 'hidden')).rejects.toThrow('back/forward cache');
  dispatchEvent(new Event('pageshow'));
  expect(await get('draft')).toBe('first');
  await set('draft', 'third');
  expect(await get('draft')).toBe('third');
});

it('A write continues when the page is not cached', async () => {
  await update<string>('note', () => {
    leavePage(false);
    return 'kept';
  });
  expect(await get('note')).toBe('kept');
});
