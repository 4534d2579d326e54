// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useEffect } from 'react';
import { IntlProvider } from 'react-intl';
import { MemoryRouter, useLocation, useNavigate, type NavigateFunction } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { trackDraft } from '#src/device/openDrafts.ts';
import { messages } from '#src/engine/testing/messages.ts';
import { createOutcomes } from '#src/loading/outcomes.ts';
import { useOutcome } from '#src/loading/useOutcome.ts';
import { ErrorScreen } from './ErrorScreen.tsx';

it('The error screen keeps the frame, and a navigation tries again', async () => {
  const begun = vi.fn();
  let go: NavigateFunction = () => undefined;
  function Page() {
    const { pathname } = useLocation();
    useEffect(begun, []);
    if (pathname === '/broken') throw new Error('broken');
    return <h1>{pathname}</h1>;
  }
  function Moves() {
    go = useNavigate();
    return null;
  }
  vi.spyOn(console, 'error').mockReturnValue();
  render(
    <IntlProvider locale="de" onError={() => undefined}>
      <MemoryRouter initialEntries={['/one']}>
        <Moves />
        <ErrorScreen>
          <Page />
        </ErrorScreen>
      </MemoryRouter>
    </IntlProvider>,
  );
  const readShown = async (path: string) => {
    await act(async () => go(path));
    return screen.getByRole('heading', { level: 1 }).textContent;
  };
  expect(await readShown('/two')).toBe('/two');
  expect(begun).toHaveBeenCalledOnce();
  expect(await readShown('/broken')).toBe('errorScreen.title');
  // every page links to it
  expect(screen.getByRole('link', { name: 'legal.imprint' })).toBeVisible();
  expect(await readShown('/three')).toBe('/three');
});

it('The error screen promises a draft only while one is saved, and shows the page again', async () => {
  let isBroken = true;
  function Page() {
    if (isBroken) throw new Error('broken');
    return <h1 tabIndex={-1}>Akten</h1>;
  }
  vi.spyOn(console, 'error').mockReturnValue();
  const show = () =>
    render(
      <IntlProvider locale="de" messages={messages.de}>
        <MemoryRouter>
          <ErrorScreen>
            <Page />
          </ErrorScreen>
        </MemoryRouter>
      </IntlProvider>,
    );
  for (const isKept of [undefined, false]) {
    if (isKept !== undefined) trackDraft('form', isKept);
    const { unmount } = show();
    expect(screen.getByText(/^Das liegt an uns/)).toHaveTextContent(/nicht an Ihnen\.$/);
    unmount();
  }
  const forget = trackDraft('form', true);
  show();
  expect(screen.getByText(/^Das liegt an uns/)).toHaveTextContent('auf diesem Gerät gesichert.');
  forget();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(screen.getByRole('heading', { name: 'Akten' })).toHaveFocus();
});

it('What failed to load is loaded again by the button, at once', async () => {
  const load = vi.fn(async (): Promise<{ title: string }> => {
    throw new Error('503');
  });
  const parts = createOutcomes(load);
  function Page() {
    return <h1 tabIndex={-1}>{useOutcome(parts, 'page').title}</h1>;
  }
  vi.spyOn(console, 'error').mockReturnValue();
  await act(
    async () =>
      void render(
        <IntlProvider locale="de" messages={messages.de}>
          <MemoryRouter>
            <ErrorScreen>
              <Suspense>
                <Page />
              </Suspense>
            </ErrorScreen>
          </MemoryRouter>
        </IntlProvider>,
      ),
  );
  const retry = () =>
    act(async () => screen.getByRole('button', { name: 'Noch einmal versuchen' }).click());
  expect(load).toHaveBeenCalledTimes(1);
  await retry();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus(); // of the error
  expect(load).toHaveBeenCalledTimes(2);
  load.mockResolvedValue({ title: 'Akten' });
  await retry();
  expect(screen.getByRole('heading', { name: 'Akten' })).toHaveFocus();
});
