import type { FormTheme } from '#schemas/forms/forms.ts';

const hexColor = /^#[0-9a-f]{6}$/i;

/**
 * Keeps the hue of a provider's background. The lightness is fixed, so that text has enough
 * contrast in both themes.
 */
const tint = (color: string): string =>
  `light-dark(oklch(from ${color} .975 min(c, .02) h), oklch(from ${color} .235 min(c, .02) h))`;
const asIs = (color: string): string => color;

const properties = {
  primaryColor: ['--brand', asIs],
  secondaryColor: ['--brand-2', asIs],
  buttonBackground: ['--form-button-brand', asIs],
  formElementBackground: ['--form-element-background', tint],
  formContainerBackground: ['--form-container-background', tint],
} as const satisfies Record<keyof FormTheme, readonly [string, (color: string) => string]>;

/**
 * Returns a provider's colours as custom properties; tokens.css derives the others. Skips invalid
 * colours.
 */
export const getColors = (theme: FormTheme): [property: string, value: string][] =>
  Object.entries(properties).flatMap(([key, [property, derive]]) => {
    const color = theme[key as keyof FormTheme];
    return color && hexColor.test(color) ? [[property, derive(color)]] : [];
  });

/** Sets a provider's colours on the page. Returns the function that removes them. */
export function applyTheme(
  theme: FormTheme,
  root: HTMLElement = document.documentElement,
): () => void {
  for (const [property, value] of getColors(theme)) root.style.setProperty(property, value);
  return () =>
    Object.values(properties).forEach(([property]) => root.style.removeProperty(property));
}
