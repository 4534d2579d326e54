import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tokens } from './colours.ts';

it('judges colours by what the stylesheet makes of them', () => {
  const css = readFileSync('src/ui/tokens.css', 'utf8');
  expect(Number(/--text:\s+light-dark\(oklch\(from var\(--brand\) (\S+)/.exec(css)?.[1])).toBe(tokens.textLightness);
  expect(Number(/--_to-text:\s+min\(1, (\S+) \//.exec(css)?.[1])).toBe(tokens.legibleLuminance);
});
