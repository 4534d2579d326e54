import type { FormTheme } from '#schemas/forms.ts';

const hexColor = /^#[0-9a-f]{6}$/i;

/** A provider's background keeps its hue; its lightness is ours, so that our text stays legible on it in both themes. */
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

/** A provider's colours as custom properties; everything else is derived from them in tokens.css. What is no colour is left out. */
export const colorsOf = (theme: FormTheme): [property: string, value: string][] =>
  Object.entries(properties).flatMap(([key, [property, derive]]) => {
    const color = theme[key as keyof FormTheme];
    return color && hexColor.test(color) ? [[property, derive(color)]] : [];
  });

/** Lends the page a provider's colours. Answers the function that takes them back. */
export function applyTheme(
  theme: FormTheme,
  root: HTMLElement = document.documentElement,
): () => void {
  for (const [property, value] of colorsOf(theme)) root.style.setProperty(property, value);
  return () =>
    Object.values(properties).forEach(([property]) => root.style.removeProperty(property));
}
