import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { converter, differenceEuclidean, formatHex, parse, wcagContrast } from 'culori';
import { expect, it } from 'vitest';
import { deriveBrandTokens, portalColor, type BrandTokens, type Theme } from './brand.rules.ts';

const themes: Theme[] = ['light', 'dark'];

/** Colours evenly spread over all there are. */
function buildGrid(steps: number): string[] {
  const channels = Array.from({ length: steps }, (_, step) =>
    Math.round((255 * step) / (steps - 1))
      .toString(16)
      .padStart(2, '0'),
  );
  return channels.flatMap((r) => channels.flatMap((g) => channels.map((b) => `#${r}${g}${b}`)));
}

/** The first declaration counts: what follows is for who asks for more contrast. */
const declared = new Map(
  [
    ...readFileSync('src/ui/tokens.css', 'utf8')
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\s+/g, ' ')
      .replace(/\( | \)/g, (bracket) => bracket.trim())
      .matchAll(/(--[\w-]+):\s*([^;]+);/g),
  ]
    .map(([, name = '', value = '']) => [name, value] as const)
    .reverse(),
);

/** Splits at a separator outside of brackets. */
function split(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text.trim()) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (character === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function halfFor(theme: Theme, value: string): string {
  const inside = /^light-dark\((.*)\)$/s.exec(value.trim())?.[1];
  return inside === undefined
    ? value.trim()
    : (split(inside, ',')[theme === 'light' ? 0 : 1] ?? '');
}

type Scope = { r?: number; g?: number; b?: number; l?: number; c?: number; h?: number };
const functions = {
  calc: (each: number) => each,
  min: Math.min,
  max: Math.max,
  clamp: (low: number, each: number, high: number) => Math.min(high, Math.max(low, each)),
};

/**
 * A role of tokens.css as a browser understands it, as far as tokens.css goes: relative colours,
 * calc(), min(), max(), clamp().
 */
function getRole(name: string, theme: Theme): (brand: string) => string {
  const value = halfFor(theme, declared.get(name) ?? '');
  const [, space, inner = ''] = /^(color|oklch)\((.*)\)$/s.exec(value) ?? [];
  if (space === undefined) return () => formatHex(value) ?? `not a colour: ${value}`;
  const relative =
    inner
      .trim()
      .replace(/^from var\(--form-element-background, var\(--brand\)\)/, 'from var(--brand)')
      .replace(/^from var\(--brand\)(?: srgb-linear)?/, '')
      .split(' / ')[0] ?? '';
  const spelled = (text: string): string =>
    text.includes('var(')
      ? spelled(text.replace(/var\((--_[\w-]+)\)/g, (_, each: string) => `(${declared.get(each)})`))
      : text;
  const channels = compileFunction(`return [${split(spelled(relative), ' ').join(', ')}]`, [
    'r',
    'g',
    'b',
    'l',
    'c',
    'h',
    ...Object.keys(functions),
  ]) as (...values: unknown[]) => [number, number, number];
  return (brand) => {
    const {
      r,
      g,
      b,
      l,
      c,
      h = 0,
    }: Scope = converter(space === 'color' ? 'lrgb' : 'oklch')(brand) ?? {};
    const [one, two, three] = channels(r, g, b, l, c, h, ...Object.values(functions));
    return formatHex(
      space === 'color'
        ? { mode: 'lrgb', r: one, g: two, b: three }
        : { mode: 'oklch', l: one, c: two, h: three },
    );
  };
}

const inCss = (token: string): string =>
  `--${token.replace(/[A-Z2]/g, (character) => `-${character.toLowerCase()}`)}`;

it('Every colour role equals the one in tokens.css', () => {
  const apart = differenceEuclidean('rgb');
  const failures: string[] = [];
  for (const theme of themes)
    for (const token of Object.keys(
      deriveBrandTokens(portalColor, theme),
    ) as (keyof BrandTokens)[]) {
      const role = getRole(inCss(token), theme);
      for (const brand of buildGrid(6)) {
        const [drawn, said] = [role(brand), deriveBrandTokens(brand, theme)[token]];
        if (apart(drawn, said) > 0.01)
          // two of 255 steps: what is nearly white or black has no hue to speak of
          failures.push(`${theme} ${brand} ${token}: ${drawn}, not ${said}`);
      }
    }
  expect(failures).toEqual([]);
});

/** Pairs of foreground and background, with the required contrast (WCAG 1.4.3, 1.4.11). */
const surfaces = [
  'canvas',
  'surface',
  'raised',
  'sunken',
  'field',
] as const satisfies (keyof BrandTokens)[];
const written = [
  ['onAccent', 'accent'],
  ['onAccent', 'accentHover'],
  ...[...surfaces, 'accentTint', 'accentTint2'].flatMap((ground) =>
    ['text', 'muted', 'accentText'].map((role) => [role, ground]),
  ),
] as [keyof BrandTokens, keyof BrandTokens][];
const drawn = [
  ...[...surfaces, 'accentTint', 'accentTint2'].map((ground) => ['accentEdge', ground]),
  ...surfaces.map((ground) => ['borderStrong', ground]),
] as [keyof BrandTokens, keyof BrandTokens][];
const meanings = ['danger', 'warn', 'success'];

it('Text and controls have enough contrast for every brand colour in both themes', () => {
  const colors = buildGrid(13);
  expect(colors.length).toBeGreaterThan(2000);
  const failures: string[] = [];
  const check = (
    theme: Theme,
    brand: string,
    one: string,
    other: string,
    what: string,
    least: number,
  ) => {
    const contrast = wcagContrast(one, other);
    if (contrast < least) failures.push(`${theme} ${brand}: ${what} ${contrast.toFixed(2)}`);
  };
  for (const theme of themes) {
    const meaning = (name: string) => getRole(name, theme)(portalColor);
    const warnings = meanings.map((each) => ({
      each,
      text: meaning(`--${each}-text`),
      tint: meaning(`--${each}-tint`),
    }));
    for (const brand of colors) {
      const tokens = deriveBrandTokens(brand, theme);
      for (const [role, ground] of written)
        check(theme, brand, tokens[role], tokens[ground], `${role} on ${ground}`, 4.5);
      for (const [role, ground] of drawn)
        check(theme, brand, tokens[role], tokens[ground], `${role} on ${ground}`, 3);
      for (const { each, text, tint } of warnings) {
        for (const ground of ['canvas', 'surface', 'raised', 'sunken'] as const)
          check(theme, brand, text, tokens[ground], `${each} on ${ground}`, 4.5);
        for (const role of ['text', 'muted'] as const)
          check(theme, brand, tokens[role], tint, `${role} on ${each}`, 4.5);
      }
    }
  }
  expect(failures).toEqual([]);
});

it('A brand colour with enough contrast stays unchanged', () => {
  expect(deriveBrandTokens('#14505c', 'light').accent).toBe('#14505c');
  expect(deriveBrandTokens('#f2b705', 'light')).toMatchObject({
    accent: '#f2b705',
    onAccent: '#000000',
  });
  // neither black nor white could be read well on it
  expect(parse(deriveBrandTokens('#0091d5', 'light').accent)).not.toEqual(parse('#0091d5'));
});

it('An invalid colour falls back to the portal’s own', () => {
  for (const nothing of ['', 'red', '#fff', 'url(https://evil.example)'])
    expect(deriveBrandTokens(nothing, 'dark')).toEqual(deriveBrandTokens(portalColor, 'dark'));
});
