import { converter, formatHex, type Lrgb } from 'culori';

export type Theme = 'light' | 'dark';

/** The portal's colour, used when a brand's colour is missing or invalid. */
export const portalColor = '#2c3f7d';

/** Lightness and maximum chroma of surfaces (OKLCH), so that text on them stays legible. */
const tints = {
  accentTint: { light: [0.962, 0.012], dark: [0.285, 0.034] },
  accentTint2: { light: [0.928, 0.024], dark: [0.325, 0.044] },
  accentLine: { light: [0.845, 0.038], dark: [0.44, 0.07] },
  canvas: { light: [0.957, 0.005], dark: [0.185, 0.01] },
  surface: { light: [0.996, 0.001], dark: [0.225, 0.011] },
  raised: { light: [1, 0], dark: [0.262, 0.012] },
  sunken: { light: [0.968, 0.005], dark: [0.275, 0.012] },
  field: { light: [1, 0], dark: [0.2, 0.01] },
  text: { light: [0.25, 0.018], dark: [0.945, 0.006] },
  muted: { light: [0.465, 0.016], dark: [0.765, 0.01] },
  border: { light: [0.893, 0.006], dark: [0.345, 0.012] },
  borderStrong: { light: [0.595, 0.014], dark: [0.62, 0.014] },
} as const satisfies Record<string, Record<Theme, readonly [lightness: number, chroma: number]>>;

/** Tints without a hue for a brand that is as red as an error (`--_not-red` in tokens.css). */
const greyForRed: ReadonlySet<string> = new Set<keyof typeof tints>([
  'accentTint',
  'accentTint2',
  'accentLine',
]);

/** Hues (OKLCH) within 30 degrees of the colour of errors. */
const isRed = (hue: number): boolean => hue <= 56 || hue >= 356;

/** WCAG luminances of the accent roles. */
const luminances = {
  /** lighter brands keep their fill and use black text */
  carriesBlack: 0.32,
  /** lightest fill for white text */
  carriesWhite: 0.18,
  fill: { dark: 0.12 },
  text: { light: 0.125, dark: 0.36 },
  edge: { light: 0.22, dark: 0.22 },
} as const;

/** Maximum of a channel before white is mixed in, to keep the hue. */
const softCap = 0.4;
const hover = { whiter: 0.22, darker: 0.76 } as const;

export type BrandTokens = Record<
  keyof typeof tints | 'accent' | 'accentHover' | 'onAccent' | 'accentText' | 'accentEdge',
  string
>;

const [toLight, toOklch] = [converter('lrgb'), converter('oklch')];

/** Returns true for a six-digit colour, as in `HexColor`. */
export const isBrandColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

const getLuminance = ({ r, g, b }: Lrgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const mapChannels = ({ r, g, b }: Lrgb, change: (channel: number) => number): Lrgb => ({
  mode: 'lrgb',
  r: change(r),
  g: change(g),
  b: change(b),
});
const mixWithWhite = (color: Lrgb, part: number): Lrgb =>
  mapChannels(color, (channel) => channel + (1 - channel) * part);
const scale = (color: Lrgb, factor: number): Lrgb =>
  mapChannels(color, (channel) => channel * factor);
const fitBelow = (color: Lrgb, target: number): number =>
  Math.min(1, target / Math.max(getLuminance(color), 0.0001));

/** Brightens a colour to a luminance: scales the hue first, then mixes in white. */
function lift(color: Lrgb, target: number, atLeast = 1): Lrgb {
  const factor = Math.max(
    atLeast,
    Math.min(
      target / Math.max(getLuminance(color), 0.0001),
      softCap / Math.max(color.r, color.g, color.b, 0.0001),
    ),
  );
  const bright = scale(color, factor);
  return mixWithWhite(
    bright,
    Math.max(0, (target - getLuminance(bright)) / Math.max(0.0001, 1 - getLuminance(bright))),
  );
}

/**
 * Derives every colour role of one theme from a brand colour, as six-digit colours
 * (docs/behaviour/accounts.md#look). Browsers derive the same in src/ui/tokens.css; this serves
 * mails, PDFs and the contrast tests.
 */
export function deriveBrandTokens(brand: string, theme: Theme): BrandTokens {
  const color = isBrandColor(brand) ? brand : portalColor;
  const light = toLight(color) ?? { mode: 'lrgb', r: 0, g: 0, b: 0 };
  const { c = 0, h } = toOklch(color) ?? { c: 0 };
  const carriesBlack = getLuminance(light) > luminances.carriesBlack;
  const dimmed = carriesBlack ? 1 : fitBelow(light, luminances.carriesWhite);
  const fill = theme === 'light' ? scale(light, dimmed) : lift(light, luminances.fill.dark, dimmed);
  const computeAccent = (role: 'text' | 'edge') =>
    theme === 'light'
      ? scale(light, fitBelow(light, luminances[role].light))
      : lift(light, luminances[role].dark);
  const computeTint = (role: string, [l, most]: readonly [number, number]) =>
    formatHex(
      h === undefined || (isRed(h) && greyForRed.has(role))
        ? { mode: 'oklch', l, c: 0 }
        : { mode: 'oklch', l, c: Math.min(c, most), h },
    );
  return {
    ...(Object.fromEntries(
      Object.entries(tints).map(([role, { [theme]: tint }]) => [role, computeTint(role, tint)]),
    ) as Record<keyof typeof tints, string>),
    accent: formatHex(fill),
    accentHover: formatHex(
      carriesBlack ? mixWithWhite(fill, hover.whiter) : scale(fill, hover.darker),
    ),
    onAccent: carriesBlack ? '#000000' : '#ffffff',
    accentText: formatHex(computeAccent('text')),
    accentEdge: formatHex(computeAccent('edge')),
  };
}
