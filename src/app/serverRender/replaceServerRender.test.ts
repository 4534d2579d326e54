// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { replaceServerRender } from './replaceServerRender.ts';

let root: HTMLElement;
const findServerRender = () => document.getElementById('server-render');
const observed = () => new Promise((resolve) => setTimeout(resolve));
const links = '<a href="/form">Form</a><a href="/imprint">Imprint</a>';

beforeEach(() => {
  document.body.innerHTML = `<div id="server-render"><main>${links}</main></div><div id="root"></div>`;
  root = document.getElementById('root') as HTMLElement;
  replaceServerRender(root);
});

it('The server-rendered HTML stays until the page has drawn more than a skeleton', async () => {
  root.innerHTML = '<main><p data-skeleton>…</p></main>';
  await observed();
  expect(findServerRender()).not.toBeNull();
  root.innerHTML = '<main>The form</main>';
  await observed();
  expect(findServerRender()).toBeNull();
});

it('A link of the server-rendered HTML that has the focus keeps it in the page', async () => {
  document.querySelector<HTMLElement>('[href="/imprint"]')?.focus();
  root.innerHTML = `<main>${links}</main>`;
  await observed();
  expect([root.contains(document.activeElement), document.activeElement?.textContent]).toEqual([
    true,
    'Imprint',
  ]);
});

it('The frame of a page stays until there is a page, and not until the page has its data', async () => {
  document.body.innerHTML = '<div id="server-frame"></div><div id="root"></div>';
  const page = document.getElementById('root') as HTMLElement;
  replaceServerRender(page);
  page.innerHTML = '<nav></nav><p data-skeleton>…</p>';
  await observed();
  expect(document.getElementById('server-frame')).not.toBeNull();
  page.innerHTML = '<nav></nav><main><p data-skeleton>…</p></main>';
  await observed();
  expect(document.getElementById('server-frame')).toBeNull();
});
