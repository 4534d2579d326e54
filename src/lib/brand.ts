import type { FormTheme } from '#schemas/forms.ts';

const hexColor = /^#[0-9a-f]{6}$/i;

const properties = {
  primaryColor: '--brand',
  secondaryColor: '--brand-2',
  formElementBackground: '--form-element-background',
  formContainerBackground: '--form-container-background',
  buttonBackground: '--button-background',
} as const satisfies Record<keyof FormTheme, string>;

/** Lends the page a provider's colours; everything else is derived from them in tokens.css. Answers the function that takes them back. */
export function applyTheme(theme: FormTheme, root: HTMLElement = document.documentElement): () => void {
  for (const [key, property] of Object.entries(properties)) {
    const color = theme[key as keyof FormTheme];
    if (color && hexColor.test(color)) root.style.setProperty(property, color);
  }
  return () => Object.values(properties).forEach((property) => root.style.removeProperty(property));
}
