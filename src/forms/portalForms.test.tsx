// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { clientLimits } from '#schemas/platform/limits.ts';
import { useOutcome } from '#src/loading/useOutcome.ts';
import { TestBoundary } from '#src/engine/testing/TestBoundary.tsx';

const loads = vi.hoisted(() => ({ count: 0 }));
vi.mock('#src/engine/react/context/loadViews.ts', () => ({
  loadViews: async () => {
    loads.count += 1;
    throw new Error('404');
  },
}));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('A form that fails to load is asked for once, and again by a page that opens later', async () => {
  const { portalForms } = await import('./portalForms.ts');
  await import('#schemas/ownForms/login.json?portalForm'); // before the clock stands still
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // React logs the failure
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const Shown = () => <p>{useOutcome(portalForms, 'login').content.formElements?.length}</p>;
  await act(async () =>
    render(
      <TestBoundary>
        <Suspense>
          <Shown />
        </Suspense>
      </TestBoundary>,
    ),
  );
  await act(() => vi.advanceTimersByTimeAsync(clientLimits.failedLoadMs - 1));
  expect(screen.getByText('failed')).toBeVisible();
  await expect(portalForms.load('login')).rejects.toThrow('404');
  expect(loads.count).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  await expect(portalForms.load('login')).rejects.toThrow('404');
  expect(loads.count).toBe(2);
});
