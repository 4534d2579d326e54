// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TestBoundary } from '#src/engine/testing/TestBoundary.tsx';

const Shown = ({ useIt }: { useIt: () => boolean }) => <p>{useIt() ? 'restricted' : 'free'}</p>;

beforeEach(() => vi.resetModules()); // the configuration is cached per module
afterEach(() => vi.restoreAllMocks());

it.each([
  ['a phone where phones are restricted', 'restricted', 'iPhone', 'restricted'],
  ['a phone where they may do everything', 'free', 'iPhone', 'full'],
  ['a desk', 'free', 'X11; Linux', 'restricted'],
])('The portal on %s is %s', async (_, expected, device, mobileAccess) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 (${device})`);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ mobileAccess }));
  const { useIsRestrictedPhone } = await import('./useIsRestrictedPhone.ts');
  await act(
    async () =>
      void render(
        <Suspense>
          <Shown useIt={useIsRestrictedPhone} />
        </Suspense>,
      ),
  );
  expect(await screen.findByText(expected)).toBeTruthy();
});

it('A configuration that fails to load is asked for three times, and the error reaches the page', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)');
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // React logs the failure
  const fetching = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(null, { status: 503 }));
  const { useIsRestrictedPhone } = await import('./useIsRestrictedPhone.ts');
  await act(
    async () =>
      void render(
        <TestBoundary>
          <Suspense>
            <Shown useIt={useIsRestrictedPhone} />
          </Suspense>
        </TestBoundary>,
      ),
  );
  expect(await screen.findByText('failed')).toBeTruthy();
  expect(fetching).toHaveBeenCalledTimes(3);
});
