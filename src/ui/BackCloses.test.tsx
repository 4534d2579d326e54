// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BackCloses } from './BackCloses.ts';

function Layer({ name, onClose }: { name: string; onClose: () => void }) {
  return <section aria-label={name}><BackCloses onClose={onClose} /><button onClick={onClose}>{name} zu</button></section>;
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
      {shown.map((name) => <Layer key={name} name={name} onClose={() => (name === 'fragt' ? setIsAsking(true) : without(name))} />)}
      {isAsking && <Layer name="Frage" onClose={() => setIsAsking(false)} />}
    </>
  );
}

const shown = () => screen.queryAllByRole('region').map((region) => region.getAttribute('aria-label'));
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const layersHere = () => (history.state as { layers?: number } | null)?.layers ?? 0;
const settled = (layers: number) => waitFor(() => expect([shown().length, layersHere()]).toEqual([layers, layers]));

const heard = vi.fn();
beforeEach(() => {
  history.pushState({ key: 'davor' }, '', '/davor');
  history.pushState({ key: 'hier' }, '', '/hier');
  heard.mockReset();
  addEventListener('popstate', heard); // as a router does
  render(<Page />);
});
afterEach(async () => {
  cleanup();
  await settled(0);
  removeEventListener('popstate', heard);
});

it('closes what lies over the page, one after the other, and leads away only then', async () => {
  await click('beide auf');
  await settled(2);
  history.back();
  await settled(1);
  expect(shown()).toEqual(['unten']);
  history.back();
  await settled(0);
  expect([location.pathname, heard.mock.calls.length]).toEqual(['/hier', 0]);
  history.back();
  await waitFor(() => expect(location.pathname).toBe('/davor'));
  expect(heard).toHaveBeenCalledOnce();
});

it('leaves nothing in the history of what was closed by its button, also of two at once', async () => {
  await click('auf');
  await settled(1);
  await click('unten zu');
  await settled(0);
  await click('beide auf');
  await settled(2);
  await click('beide zu');
  await settled(0);
  history.back();
  await waitFor(() => expect(location.pathname).toBe('/davor'));
});

it('leads to the question of what asks before it closes, and Back takes the question away again', async () => {
  await click('auf, was fragt');
  await settled(1);
  history.back();
  await settled(2);
  expect(shown()).toEqual(['fragt', 'Frage']);
  history.back();
  await settled(1);
  expect([shown(), location.pathname]).toEqual([['fragt'], '/hier']);
});

it('leaves alone the page that closing leads to', async () => {
  await click('auf');
  await settled(1);
  cleanup();
  await new Promise((resolve) => setTimeout(resolve)); // as a view that looks where it belongs, once it has been drawn
  history.pushState({ key: 'danach' }, '', '/danach');
  render(<Page />);
  await click('auf');
  await settled(1);
  history.back();
  await settled(0);
  expect(location.pathname).toBe('/danach');
});

it('passes by the entry of a layer that has gone with another page', async () => {
  await click('auf');
  await settled(1);
  history.pushState({ key: 'danach' }, '', '/danach');
  cleanup();
  history.back();
  await waitFor(() => expect([location.pathname, layersHere()]).toEqual(['/hier', 0]));
});
