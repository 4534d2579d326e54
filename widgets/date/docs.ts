import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';
import { autocompleteDocs } from '#src/engine/core/settings/settings.docs.ts';

export const docs: ElementDocs = {
  description: 'A calendar day. The answer is YYYY-MM-DD.',
  settings: {
    min: 'The earliest day: YYYY-MM-DD, "today", or counted from today as in "today-18y" or "+14d".',
    max: 'The latest day, written like `min`. A day of birth (autocomplete "bday") is never after today.',
    ...autocompleteDocs,
  },
};
