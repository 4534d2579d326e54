// @vitest-environment node
import { expect, it } from 'vitest';
import { serverRender } from './renderPages.tsx';

it.each([
  ['de', 'Diese Seite gibt es nicht', 'Zum Start'],
  ['en', 'This page does not exist', 'Back to the start'],
] as const)(
  'The page of an unknown address is rendered in the language %s, with links that need no scripts',
  (language, title, back) => {
    const { html = '', styles } = serverRender.notFound(language) ?? {};
    expect(html).toContain(`>${title}</h1>`);
    const start = language === 'de' ? '/' : '/\\?language=en';
    expect(html).toMatch(new RegExp(`<a[^>]* href="${start}"[^>]*>${back}</a>`));
    expect(html).toContain('href="?language=de"');
    expect(html).toContain('href="?language=en"');
    expect(html).toContain(`href="/legal/imprint/text?language=${language}"`);
    expect(html).not.toContain('style="');
    expect(styles).toBe('');
  },
);
