// @vitest-environment jsdom
import { converter, formatHex, wcagLuminance } from 'culori';
import { expect, it } from 'vitest';
import { deriveBrandTokens } from '#schemas/accounts/brand.rules.ts';
import { applyTheme } from './colors.ts';

it('Six-digit colours are set and removed again; other values are skipped', () => {
  const root = document.createElement('div');
  const takeBack = applyTheme(
    { primaryColor: '#7d1f3f', secondaryColor: 'url(https://evil.example)' },
    root,
  );
  expect([
    root.style.getPropertyValue('--brand'),
    root.style.getPropertyValue('--brand-2'),
  ]).toEqual(['#7d1f3f', '']);
  applyTheme({ formContainerBackground: '#000000' }, root);
  expect(root.style.getPropertyValue('--form-container-background')).toContain('.975');
  takeBack();
  expect(root.style.getPropertyValue('--brand')).toBe('');
});

/** A grid of 13 steps per channel. */
const channels = Array.from({ length: 13 }, (_, step) =>
  Math.round((255 * step) / 12)
    .toString(16)
    .padStart(2, '0'),
);
const colors = channels.flatMap((r) =>
  channels.flatMap((g) => channels.map((b) => `#${r}${g}${b}`)),
);

it.each(['light', 'dark'] as const)(
  'Text on any form background has enough contrast in any brand (%s)',
  (theme) => {
    const lent = document.createElement('div');
    applyTheme({ formElementBackground: '#7d1f3f' }, lent);
    const [light = '', dark = ''] = [
      ...lent.style
        .getPropertyValue('--form-element-background')
        .matchAll(/oklch\(from #7d1f3f (\.\d+) min\(c, (\.\d+)\) h\)/g),
    ].map(([, ...numbers]) => numbers.join(' '));
    const [lightness = NaN, mostChroma = NaN] = (theme === 'light' ? light : dark)
      .split(' ')
      .map(Number);
    const luminances = (shown: string[]) =>
      shown.map((color) => wcagLuminance(color)).toSorted((a, b) => a - b);
    const toOklch = converter('oklch');
    const grounds = luminances(
      colors.map((color) => {
        const { c = 0, h } = toOklch(color) ?? {};
        return formatHex({
          mode: 'oklch',
          l: lightness,
          c: Math.min(c, mostChroma),
          ...(h === undefined ? {} : { h }),
        });
      }),
    );
    // the lightness nearest to the text
    const least = theme === 'light' ? grounds[0] : grounds.at(-1);
    for (const [role, atLeast] of [
      ['text', 4.5],
      ['muted', 4.5],
      ['accentText', 4.5],
      ['accentEdge', 3],
    ] as const) {
      const written = luminances(colors.map((brand) => deriveBrandTokens(brand, theme)[role]));
      const nearest = theme === 'light' ? written.at(-1) : written[0];
      const [low = NaN, high = NaN] = [least ?? NaN, nearest ?? NaN].toSorted((a, b) => a - b);
      expect((high + 0.05) / (low + 0.05), role).toBeGreaterThanOrEqual(atLeast);
    }
  },
);
