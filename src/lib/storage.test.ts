// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { readStored, writeStored } from './storage.ts';

afterEach(() => vi.restoreAllMocks());

it('keeps a choice under its own name on this device', () => {
  const kept = vi.spyOn(Storage.prototype, 'setItem');
  writeStored('language', 'en');
  expect(kept).toHaveBeenCalledWith('formakte.language', 'en');
  expect(readStored('language')).toBe('en');
});

it('keeps a choice for this page where storage is blocked, and no older one wins', () => {
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
