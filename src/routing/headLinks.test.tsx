// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getIconUrl, useHeadLink } from './headLinks.ts';

it('A page sets its icon and restores the portal’s on unmount', () => {
  document.head.innerHTML =
    '<link rel="apple-touch-icon" href="/touch.png"><link rel="icon" href="/favicon.svg">';
  const shown = () => document.querySelector('link[rel="icon"]')?.getAttribute('href');
  const brand = renderHook(() => useHeadLink('icon', '/assets/logo.svg'));
  const form = renderHook(() => useHeadLink('icon', getIconUrl(null, 'a1')));
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
