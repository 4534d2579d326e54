import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';

export const docs: ElementDocs = {
  description: 'Starts a section; the sections make the outline beside the form.',
  settings: {
    label: 'The title of the section.',
  },
};
