// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientLimits } from '#schemas/platform/limits.ts';
import { TestBoundary } from '#src/engine/testing/TestBoundary.tsx';
import { lazyPart } from './lazyPart.ts';
import { forgetFailures } from './outcomes.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // React logs the failure
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const Page = ({ name }: { name: string }) => <h1>{name}</h1>;

/** Shows a part whose load fails `failures` times, and returns the function that loads it. */
function createPart(failures: number) {
  let left = failures;
  const load = vi.fn(async () => {
    if (left-- > 0) throw new Error('404');
    return Page;
  });
  const Part = lazyPart(load);
  const show = () =>
    act(async () =>
      render(
        <TestBoundary>
          <Suspense>
            <Part name="Akten" />
          </Suspense>
        </TestBoundary>,
      ),
    );
  return { load, show };
}

it('A page whose code fails to load is asked for once, and again after a moment', async () => {
  const { load, show } = createPart(1);
  const { unmount } = await show();
  await act(() => vi.advanceTimersByTimeAsync(clientLimits.failedLoadMs - 1));
  expect(screen.getByText('failed')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
  unmount();
  await act(() => vi.advanceTimersByTimeAsync(1));
  await show();
  expect(screen.getByRole('heading', { name: 'Akten' })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

it('A visitor who tries again need not wait until a failure is forgotten', async () => {
  const { load, show } = createPart(1);
  const { unmount } = await show();
  unmount();
  await show();
  expect(screen.getByText('failed')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
  act(forgetFailures);
  await show();
  expect(screen.getByRole('heading', { name: 'Akten' })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});
