import type { FormTheme } from '#schemas/forms.ts';
import type { LintRule } from '../finding.ts';
import { below } from '../pointer.ts';

/** WCAG 1.4.3, text of normal size. */
const legible = 4.5;
const white = '#ffffff';

/** What src/ui/tokens.css makes of colours: how light `--text` is in the light theme (OKLCH), and the luminance that `--_to-text` dims to. */
export const tokens = { textLightness: 0.25, legibleLuminance: 0.125 } as const;

type Channels = [number, number, number];

/** Red, green and blue as light, where WCAG luminance is a plain sum. */
const linear = (hex: string): Channels => [1, 3, 5].map((start) => {
  const channel = parseInt(hex.slice(start, start + 2), 16) / 255;
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}) as Channels; // three in, three out

const luminance = ([red, green, blue]: Channels): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** WCAG contrast of two luminances. */
function contrast(one: number, other: number): number {
  const [darker, lighter] = one < other ? [one, other] : [other, one];
  return (lighter + 0.05) / (darker + 0.05);
}

const onWhite = (colour: string): number => contrast(luminance(linear(colour)), luminance(linear(white)));
const underText = (colour: string): number => contrast(luminance(linear(colour)), tokens.textLightness ** 3); // of a grey, which it nearly is

const toHex = (channels: Channels): string => `#${channels.map((light) => {
  const channel = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(channel * 255).toString(16).padStart(2, '0');
}).join('')}`;

/** The colour that links and icons get: the same hue, dimmed to --_to-text of tokens.css. */
function asText(hex: string): string {
  const channels = linear(hex);
  const dimmed = Math.min(1, tokens.legibleLuminance / Math.max(luminance(channels), 0.0001));
  return toHex(channels.map((light) => light * dimmed) as Channels);
}

const behindText = ['formElementBackground', 'formContainerBackground'] as const satisfies readonly (keyof FormTheme)[];
const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
const rounded = (ratio: number): number => Math.floor(ratio * 10) / 10;

export const textContrast: LintRule = {
  name: 'textContrast', severity: 'warning',
  find: ({ definition: { theme } }) => {
    const colour = theme?.primaryColor;
    if (!isColour(colour) || onWhite(colour) >= legible) return [];
    return [{ pointer: below('', 'theme', 'primaryColor'), params: { colour, ratio: rounded(onWhite(colour)), shown: asText(colour) } }];
  },
};

export const backgroundContrast: LintRule = {
  name: 'backgroundContrast', severity: 'warning',
  find: ({ definition: { theme } }) => behindText.flatMap((setting) => {
    const colour = theme?.[setting];
    if (!isColour(colour) || underText(colour) >= legible) return [];
    return [{ pointer: below('', 'theme', setting), params: { colour, ratio: rounded(underText(colour)) } }];
  }),
};
