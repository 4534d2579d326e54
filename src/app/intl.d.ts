import type portal from '#locales/portal.de.json';
import type server from '#locales/server.de.json';
import type start from '#locales/start.de.json';
import type visitors from '#locales/visitors.de.json';

declare global {
  // TypeScript rejects unknown ids; `npm run check:texts` rejects ids that the page does not load.
  namespace FormatjsIntl {
    interface Message {
      ids: keyof typeof visitors | keyof typeof portal | keyof typeof server | keyof typeof start;
    }
  }
}
