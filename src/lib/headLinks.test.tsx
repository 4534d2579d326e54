// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { iconOf, useHeadLink } from './headLinks.ts';

it('shows whose page it is in the tab, and the portal’s own picture again afterwards', () => {
  document.head.innerHTML =
    '<link rel="apple-touch-icon" href="/touch.png"><link rel="icon" href="/favicon.svg">';
  const shown = () => document.querySelector('link[rel="icon"]')?.getAttribute('href');
  const brand = renderHook(() => useHeadLink('icon', '/assets/logo.svg'));
  const form = renderHook(() => useHeadLink('icon', iconOf(null, 'a1')));
  expect(shown()).toBe('/api/v2.0/e.consult.a1/accounts/icon');
  brand.unmount();
  expect(shown()).toBe('/api/v2.0/e.consult.a1/accounts/icon');
  form.unmount();
  expect(shown()).toBe('/favicon.svg');
  renderHook(() => useHeadLink('icon', undefined));
  expect(shown()).toBe('/favicon.svg');
  expect(document.querySelector('link[rel="apple-touch-icon"]')?.getAttribute('href')).toBe(
    '/touch.png',
  );
});
