// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { readStored, writeStored } from './storage.ts';

afterEach(() => vi.restoreAllMocks());

it('A choice is stored under its own key', () => {
  const kept = vi.spyOn(Storage.prototype, 'setItem');
  writeStored('language', 'en');
  expect(kept).toHaveBeenCalledWith('formakte.language', 'en');
  expect(readStored('language')).toBe('en');
});

it('A choice lasts for the page if storage is blocked', () => {
  writeStored('language', 'en');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  writeStored('language', 'de');
  expect(readStored('language')).toBe('de');
  vi.restoreAllMocks();
  writeStored('language', 'en');
  expect(readStored('language')).toBe('en');
});
