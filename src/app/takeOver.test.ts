// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { takeOver } from './takeOver.ts';

let root: HTMLElement;
const drawn = () => document.getElementById('first-view');
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  document.body.innerHTML =
    '<div id="first-view"><main><a href="/form">Form</a><a href="/imprint">Imprint</a></main><button>OK</button><button aria-label="Menu"></button></div><div id="root"></div>';
  root = document.getElementById('root') as HTMLElement;
  takeOver(root);
});

it('leaves what the server has drawn until there is more than a skeleton', async () => {
  root.innerHTML = '<main><p data-skeleton>…</p></main>';
  await settled();
  expect(drawn()).not.toBeNull();
  root.innerHTML = '<main>The form</main>';
  await settled();
  expect(drawn()).toBeNull();
});

it('keeps the focus on the link that somebody has gone to by key', async () => {
  document.querySelector<HTMLElement>('[href="/imprint"]')?.focus();
  root.innerHTML = '<main><a href="/form">Form</a><a href="/imprint">Imprint</a></main>';
  await settled();
  expect([root.contains(document.activeElement), document.activeElement?.textContent]).toEqual([
    true,
    'Imprint',
  ]);
});

it('presses what was pressed before its script had come, once and nothing else', async () => {
  drawn()?.querySelector('[aria-label="Menu"]')?.setAttribute('data-pressed', '');
  const [menu, ok] = [vi.fn(), vi.fn()];
  root.innerHTML = '<main>A page</main><button>OK</button><button aria-label="Menu"></button>';
  root.querySelector('[aria-label="Menu"]')?.addEventListener('click', menu);
  root.querySelector('button')?.addEventListener('click', ok);
  await settled();
  expect([menu.mock.calls.length, ok.mock.calls.length]).toEqual([1, 0]);
});
