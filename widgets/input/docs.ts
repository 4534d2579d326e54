import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';
import { autocompleteDocs, inputModeDocs } from '#src/engine/core/settings/settings.docs.ts';

export const docs: ElementDocs = {
  description: 'One line of text.',
  settings: {
    minLength: 'Characters there must be, if there is an answer at all.',
    maxLength: 'Characters there may be.',
    ...autocompleteDocs,
    ...inputModeDocs,
    format: 'What the text must be: an e-mail address, or five digits.',
  },
};
