// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useIdempotencyKey } from './useIdempotencyKey.ts';

it('The same content keeps its key, and changed content gets another one', () => {
  const { result, rerender } = renderHook(useIdempotencyKey);
  const first = result.current('Jonas');
  const corrected = result.current('Jonas K.');
  rerender();
  expect(corrected).not.toBe(first);
  expect([result.current('Jonas'), result.current('Jonas K.')]).toEqual([first, corrected]);
});
