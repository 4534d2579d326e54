import type { Plugin } from 'vite';
import { readTexts } from '../localeFiles.ts';

/** Adds the sentence for browsers without scripts to the page, which is in German. */
export function needsScripts(): Plugin {
  const [german = '', english = ''] = (['de', 'en'] as const).map(
    (language) => readTexts('server', language)['page.needsScripts'],
  );
  return {
    name: 'needs-scripts',
    transformIndexHtml: () => [
      {
        tag: 'noscript',
        injectTo: 'body-prepend',
        children: `<p>${german} <span lang="en">${english}</span></p>`,
      },
    ],
  };
}
