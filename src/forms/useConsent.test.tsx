// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { useConsent } from './useConsent.ts';

it('ends with the text it was given to, and with that text alone', () => {
  const { result, rerender } = renderHook(({ agb }) => useConsent(['agbAccepted', 'datenschutzAccepted'], { agbAccepted: agb, datenschutzAccepted: 'p1' }), { wrapper: TestIntl, initialProps: { agb: 't1' } });
  expect(result.current.value).toEqual({ agbAccepted: false, datenschutzAccepted: false });
  act(() => result.current.set('agbAccepted', true));
  act(() => result.current.set('datenschutzAccepted', true));
  expect(result.current.value).toEqual({ agbAccepted: true, datenschutzAccepted: true });
  rerender({ agb: 't2' });
  expect(result.current.value).toEqual({ agbAccepted: false, datenschutzAccepted: true });
  act(() => result.current.set('datenschutzAccepted', false));
  expect(result.current.value).toEqual({ agbAccepted: false, datenschutzAccepted: false });
});
