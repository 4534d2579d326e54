import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

const parser = '@formatjs/icu-messageformat-parser';

/** Parses the messages of `locales/` at build time, so that the browser loads no message parser. */
export function parsedMessages(): Plugin {
  return {
    name: 'parsed-messages',
    enforce: 'pre',
    // Tests also format plain text, which needs the parser.
    config: (_, { mode }) =>
      mode === 'test' ? undefined : { resolve: { alias: { [parser]: `${parser}/no-parser.js` } } },
    transform: {
      filter: { id: /\/locales\/[a-z.]+\.json$/ },
      handler(code) {
        const texts = JSON.parse(code) as Record<string, string>;
        const parsed = Object.entries(texts).map(([id, text]) => [id, parse(text)]);
        return { code: JSON.stringify(Object.fromEntries(parsed)), map: null };
      },
    },
  };
}
