// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { clientLimits } from '#schemas/platform/limits.ts';
import type { AnyElementType } from '#src/engine/core/element.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import { TestBoundary } from '#src/engine/testing/TestBoundary.tsx';
import { loadViews, useViews } from './loadViews.ts';

const view = vi.fn<() => Promise<object>>();
let registry: Registry;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // React logs the failure
  view.mockReset().mockRejectedValue(new Error('404'));
  const element = { type: 'input', view } as unknown as AnyElementType;
  registry = new Map([['input', element]]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const makeElements = (): FormElement[] => [{ id: 'name', type: 'input', label: 'Name' }];
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Makes a new list of elements in each render, as a page does that lists those of all pages. */
const Shown = () => <p>{useViews(makeElements(), registry).size} view</p>;
const show = () =>
  act(async () =>
    render(
      <TestBoundary>
        <Suspense>
          <Shown />
        </Suspense>
      </TestBoundary>,
    ),
  );

it('A view that fails to load is asked for once, and the error reaches the page', async () => {
  await show();
  await wait(clientLimits.failedLoadMs - 100);
  expect(screen.getByText('failed')).toBeVisible();
  expect(view).toHaveBeenCalledTimes(1);
});

it('A view that failed is loaded again by a page that opens later', async () => {
  const elements = makeElements();
  await expect(loadViews(elements, registry)).rejects.toThrow('404');
  await expect(loadViews(elements, registry)).rejects.toThrow('404');
  expect(view).toHaveBeenCalledTimes(1);
  view.mockResolvedValue({});
  await wait(clientLimits.failedLoadMs);
  await show();
  await wait(0);
  expect(screen.getByText('1 view')).toBeVisible();
  expect((await loadViews(elements, registry)).size).toBe(1);
  expect(view).toHaveBeenCalledTimes(2);
});
