import type { Plugin } from 'vite';
import { accessPages } from '../../schemas/access/accessPages.ts';
import type { Language } from '../../schemas/platform/common.ts';
import { readTexts } from '../localeFiles.ts';

/** Formats the sentence in a language, with a link to the login in the same one. */
const formatSentence = (language: Language): string =>
  (readTexts('server', language)['page.needsScripts'] ?? '').replace(
    /<link>(.*)<\/link>/,
    (_, words: string) => `<a href="${accessPages.login}?language=${language}">${words}</a>`,
  );

/**
 * Adds the sentence for browsers without scripts to the page, which is in German. `src/ui/base.css`
 * hides it on pages that the server has rendered.
 */
export function needsScripts(): Plugin {
  return {
    name: 'needs-scripts',
    transformIndexHtml: () => [
      {
        tag: 'noscript',
        injectTo: 'body-prepend',
        children: `<p>${formatSentence('de')} <span lang="en">${formatSentence('en')}</span></p>`,
      },
    ],
  };
}
