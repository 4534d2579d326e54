// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { lazy, Suspense, type ComponentType } from 'react';
import { BrowserRouter, Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useRedirect } from './useRedirect.ts';

function Dashboard({ isReady }: { isReady: boolean }) {
  useRedirect(isReady ? '/inbox' : undefined);
  return <h1>Empty</h1>;
}

/** A page that redirects once `isReady`, and a link to one whose code arrives by `arrive`. */
function showPages() {
  history.replaceState(null, '', '/dashboard');
  let arrive = () => {};
  const Slow = lazy(
    () =>
      new Promise<{ default: ComponentType }>((resolve) => {
        arrive = () => resolve({ default: () => <h1>Forms</h1> });
      }),
  );
  const tree = (isReady: boolean) => (
    <BrowserRouter>
      <Link to="/forms">Forms</Link>
      <Suspense>
        <Routes>
          <Route path="/dashboard" element={<Dashboard isReady={isReady} />} />
          <Route path="/inbox" element={<h1>Inbox</h1>} />
          <Route path="/forms" element={<Slow />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  );
  const { rerender } = render(tree(false));
  return {
    redirect: () => act(async () => rerender(tree(true))),
    arrive: () => act(async () => arrive()),
  };
}

const readTitle = () => screen.getByRole('heading', { level: 1 }).textContent;

it('A page redirects, and leaves no entry in the history', async () => {
  const { redirect } = showPages();
  const before = history.length;
  await redirect();
  expect(readTitle()).toBe('Inbox');
  expect(location.pathname).toBe('/inbox');
  expect(history.length).toBe(before);
});

it('A redirect does not replace the page that the user has chosen and that still loads', async () => {
  const { redirect, arrive } = showPages();
  await act(async () => screen.getByRole('link', { name: 'Forms' }).click());
  expect(readTitle()).toBe('Empty'); // shown until the code of the next page has loaded
  await redirect();
  expect(location.pathname).toBe('/forms');
  await arrive();
  expect(readTitle()).toBe('Forms');
});

it('A page that is first rendered while the next one loads does not redirect', async () => {
  history.replaceState(null, '', '/forms');
  await act(async () =>
    render(
      <MemoryRouter initialEntries={['/dashboard']}>
        <Routes>
          <Route path="/dashboard" element={<Dashboard isReady />} />
          <Route path="/inbox" element={<h1>Inbox</h1>} />
        </Routes>
      </MemoryRouter>,
    ),
  );
  expect(readTitle()).toBe('Empty');
});
