import type de from '#locales/de.json';

declare global {
  // Names of messages are checked: a text that does not exist does not compile.
  namespace FormatjsIntl {
    interface Message {
      ids: keyof typeof de;
    }
  }
}
