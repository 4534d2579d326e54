// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { removeStored, writeStored, type Stored } from './storage.ts';
import { showChosenTheme } from './theme.ts';

beforeEach(() => {
  document.head.innerHTML = [
    '<meta name="color-scheme" content="light dark">',
    ...['light', 'dark'].map(
      (theme) =>
        `<meta name="theme-color" data-theme="${theme}" ` +
        `media="(prefers-color-scheme: ${theme})" content="#fff">`,
    ),
  ].join('');
});

const shown = () => ({
  theme: document.documentElement.dataset['theme'],
  scheme: document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content,
  bars: [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(
    ({ media }) => media,
  ),
});

it.each<[Stored<'theme'> | undefined, string, string, string]>([
  ['dark', 'dark', 'not all', 'all'],
  ['light', 'light', 'all', 'not all'],
  [undefined, 'light dark', '(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'],
])(
  'The theme %s also applies to browser controls and the browser’s bar',
  (theme, scheme, ...bars) => {
    if (theme) writeStored('theme', theme);
    else removeStored('theme');
    showChosenTheme();
    expect(shown()).toEqual({ theme, scheme, bars });
  },
);
