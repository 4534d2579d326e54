import { readStored } from './storage.ts';

/** Shows the page light or dark as its reader has chosen, else as the system does. What the browser draws around it follows. */
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
