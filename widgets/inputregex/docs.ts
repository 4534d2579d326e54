import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';
import { autocompleteDocs, inputModeDocs } from '#src/engine/core/settings/settings.docs.ts';

export const docs: ElementDocs = {
  description: 'One line of text in a form that the author describes by a pattern.',
  settings: {
    pattern:
      'The form of the whole answer, as JavaScript writes it with the u flag; it is ' +
      'proven fast before it is published.',
    message: 'How to write it, shown when the answer does not match.',
    maxLength: 'Characters there may be.',
    ...autocompleteDocs,
    ...inputModeDocs,
  },
};
