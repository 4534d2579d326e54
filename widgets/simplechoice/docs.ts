import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';
import { optionsDocs } from '#src/engine/core/settings/settings.docs.ts';

export const docs: ElementDocs = {
  description: 'Exactly one of several options. The answer is its value.',
  settings: {
    ...optionsDocs,
  },
};
