// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { replaceFirstView } from './replaceFirstView.ts';

let root: HTMLElement;
const findFirstView = () => document.getElementById('first-view');
const observed = () => new Promise((resolve) => setTimeout(resolve));
const links = '<a href="/form">Form</a><a href="/imprint">Imprint</a>';

beforeEach(() => {
  document.body.innerHTML = `<div id="first-view"><main>${links}</main></div><div id="root"></div>`;
  root = document.getElementById('root') as HTMLElement;
  replaceFirstView(root);
});

it('The first view stays until the page has drawn more than a skeleton', async () => {
  root.innerHTML = '<main><p data-skeleton>…</p></main>';
  await observed();
  expect(findFirstView()).not.toBeNull();
  root.innerHTML = '<main>The form</main>';
  await observed();
  expect(findFirstView()).toBeNull();
});

it('A link of the first view that has the focus keeps it in the page', async () => {
  document.querySelector<HTMLElement>('[href="/imprint"]')?.focus();
  root.innerHTML = `<main>${links}</main>`;
  await observed();
  expect([root.contains(document.activeElement), document.activeElement?.textContent]).toEqual([
    true,
    'Imprint',
  ]);
});
