// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { IntlProvider } from 'react-intl';
import { MemoryRouter, useLocation, useNavigate, type NavigateFunction } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
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
