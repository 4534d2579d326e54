import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';
import { optionsDocs } from '#src/engine/core/settings/settings.docs.ts';

export const docs: ElementDocs = {
  description: 'Any number of several options. The answer lists their values.',
  settings: {
    ...optionsDocs,
    min: 'How many to choose, if any is chosen at all.',
    max: 'How many may be chosen.',
  },
};
