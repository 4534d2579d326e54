import { readStored } from './storage.ts';

/** Applies the chosen theme, else the system's, also to the browser's own controls. */
export function showChosenTheme(): void {
  const theme = readStored('theme');
  const root = document.documentElement;
  if (theme) root.dataset['theme'] = theme;
  else delete root.dataset['theme'];
  document
    .querySelector('meta[name="color-scheme"]')
    ?.setAttribute('content', theme ?? 'light dark');
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset['theme'];
    const chosen = theme === own ? 'all' : 'not all';
    meta.media = theme ? chosen : `(prefers-color-scheme: ${own})`;
  }
}
