// @vitest-environment jsdom
import { act, render, renderHook, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Language } from '#schemas/platform/common.ts';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { useConsent } from './useConsent.ts';

it('A consent is dropped when its own text changes', () => {
  const { result, rerender } = renderHook(
    ({ agb }) => useConsent(['agbAccepted', 'datenschutzAccepted'], { agb, datenschutz: 'p1' }),
    { wrapper: TestIntl, initialProps: { agb: 't1' } },
  );
  expect(result.current.value).toEqual({ agbAccepted: false, datenschutzAccepted: false });
  act(() => result.current.set('agbAccepted', true));
  act(() => result.current.set('datenschutzAccepted', true));
  expect(result.current.value).toEqual({ agbAccepted: true, datenschutzAccepted: true });
  rerender({ agb: 't2' });
  expect(result.current.value).toEqual({ agbAccepted: false, datenschutzAccepted: true });
  act(() => result.current.set('datenschutzAccepted', false));
  expect(result.current.value).toEqual({ agbAccepted: false, datenschutzAccepted: false });
});

it('A text that was accepted before starts ticked', () => {
  const { result } = renderHook(
    () =>
      useConsent(
        ['agbAccepted', 'datenschutzAccepted'],
        { agb: 't2', datenschutz: 'p1' },
        { agb: 't1', datenschutz: 'p1' },
      ),
    { wrapper: TestIntl },
  );
  expect(result.current.value).toEqual({ agbAccepted: false, datenschutzAccepted: true });
});

it('A missing consent is listed in the shown language', () => {
  let consent: ReturnType<typeof useConsent> | undefined;
  function Shown() {
    consent = useConsent(['datenschutzAccepted']);
    return consent.items.map(({ label, message }) => (
      <p key={label}>
        {label}: {message}
      </p>
    ));
  }
  const shown = (language: Language) => (
    <TestIntl language={language}>
      <Shown />
    </TestIntl>
  );
  const { rerender } = render(shown('de'));
  act(() => {
    expect(consent?.refuse(['agbAccepted', 'datenschutzAccepted'])).toBe(true);
  });
  expect(screen.getByText('Datenschutz: Setzen Sie hier ein Häkchen.')).toBeVisible();
  rerender(shown('en'));
  expect(screen.getByText(/^Privacy/)).toBeVisible();
  act(() => consent?.set('datenschutzAccepted', true));
  expect(screen.queryByText(/^Privacy/)).toBeNull();
  act(() => {
    expect(consent?.refuse(['agbAccepted'])).toBe(false);
  });
  act(() => {
    expect(consent?.refuse(['datenschutzAccepted'])).toBe(true);
  }); // although it was ticked
  expect(consent?.value.datenschutzAccepted).toBe(false);
  expect(screen.getByText(/^Privacy/)).toBeVisible();
});
