// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { removeStored } from '#src/device/storage.ts';
import { chooseLanguage, useLanguage } from './useLanguage.ts';

afterEach(() => removeStored('language'));

it('A language that is chosen here or in another tab is shown at once', () => {
  const { result } = renderHook(useLanguage);
  expect(result.current).toBe('de');
  act(() => chooseLanguage('en'));
  expect(result.current).toBe('en');
  act(() => {
    // oxlint-disable-next-line no-restricted-globals -- as another tab writes it
    localStorage.setItem('formakte.language', 'de');
    dispatchEvent(new StorageEvent('storage'));
  });
  expect(result.current).toBe('de');
});
