// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CloseOnBack, syncHistoryLayers } from './CloseOnBack.ts';

function Layer({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <section aria-label={name}>
      <CloseOnBack onClose={onClose} />
      <button onClick={onClose}>{name} zu</button>
    </section>
  );
}

function Page() {
  const [shown, setShown] = useState<readonly string[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  const without = (name: string) => setShown((before) => before.filter((each) => each !== name));
  return (
    <>
      <button onClick={() => setShown(['unten'])}>auf</button>
      <button onClick={() => setShown(['unten', 'oben'])}>beide auf</button>
      <button onClick={() => setShown([])}>beide zu</button>
      <button onClick={() => setShown(['fragt'])}>auf, was fragt</button>
      {shown.map((name) => (
        <Layer
          key={name}
          name={name}
          onClose={() => (name === 'fragt' ? setIsAsking(true) : without(name))}
        />
      ))}
      {isAsking && <Layer name="Frage" onClose={() => setIsAsking(false)} />}
    </>
  );
}

const shown = () =>
  screen.queryAllByRole('region').map((region) => region.getAttribute('aria-label'));
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
/** Waits for the layers, and until each has a history entry. */
const settled = (layers: number) =>
  waitFor(() => {
    expect(shown()).toHaveLength(layers);
    expect((history.state as { layers?: number }).layers ?? 0).toBeGreaterThanOrEqual(layers);
  });
/** Navigates like a router. */
const navigateTo = (page: string) => {
  history.pushState({ key: page }, '', `/${page}`);
  syncHistoryLayers();
};
const isAt = (page: string) => waitFor(() => expect(location.pathname).toBe(`/${page}`));

const heard = vi.fn();
beforeEach(() => {
  navigateTo('davor');
  navigateTo('hier');
  heard.mockReset();
  addEventListener('popstate', heard); // like a router
  render(<Page />);
});
afterEach(async () => {
  cleanup();
  await settled(0);
  removeEventListener('popstate', heard);
});

it('Back closes the layers one by one and then leaves the page', async () => {
  await click('beide auf');
  await settled(2);
  history.back();
  await settled(1);
  expect(shown()).toEqual(['unten']);
  history.back();
  await settled(0);
  expect([location.pathname, heard.mock.calls.length]).toEqual(['/hier', 0]);
  history.back();
  await isAt('davor');
  expect(heard).toHaveBeenCalledOnce();
});

it('Layers closed by a button leave no history entry to go back over', async () => {
  for (const [open, close, layers] of [
    ['auf', 'unten zu', 1],
    ['beide auf', 'beide zu', 2],
    ['auf', 'unten zu', 1],
  ] as const) {
    await click(open);
    await settled(layers);
    await click(close);
    await settled(0);
  }
  history.back();
  await isAt('davor');
  expect(heard).toHaveBeenCalledOnce();
});

it('Back closes the open layer after another was closed by its button', async () => {
  await click('beide auf');
  await settled(2);
  await click('oben zu');
  await settled(1);
  history.back();
  await settled(0);
  expect(location.pathname).toBe('/hier');
  history.back();
  await isAt('davor');
});

it('Back opens the question of a layer with unsaved input, and closes it again', async () => {
  await click('auf, was fragt');
  await settled(1);
  history.back();
  await settled(2);
  expect(shown()).toEqual(['fragt', 'Frage']);
  history.back();
  await settled(1);
  expect([shown(), location.pathname]).toEqual([['fragt'], '/hier']);
});

it('A page opened by closing a layer stays, however late it loads', async () => {
  await click('auf');
  await settled(1);
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'unten zu' }));
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  navigateTo('danach');
  await settled(0);
  expect([location.pathname, heard.mock.calls.length]).toEqual(['/danach', 0]);
  await click('auf');
  await settled(1);
  history.back();
  await settled(0);
  expect(location.pathname).toBe('/danach');
});

it('Back from the next page shows the page of the closed layer, then the one before', async () => {
  await click('auf');
  await settled(1);
  await click('unten zu');
  navigateTo('danach');
  await settled(0);
  history.back();
  await isAt('hier');
  expect(heard).toHaveBeenCalledOnce();
  history.back();
  await isAt('davor');
});
