import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';
import { autocompleteDocs } from '#src/engine/core/settings/settings.docs.ts';

export const docs: ElementDocs = {
  description: 'A telephone number. The answer is international, such as +4917604069123.',
  settings: {
    ...autocompleteDocs,
  },
};
