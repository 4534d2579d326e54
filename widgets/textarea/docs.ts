import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';
import { autocompleteDocs } from '#src/engine/core/settings/settings.docs.ts';

export const docs: ElementDocs = {
  description: 'Several lines of text.',
  settings: {
    minLength: 'Characters there must be, if there is an answer at all.',
    maxLength: 'Characters there may be; they are counted below the field.',
    ...autocompleteDocs,
  },
};
