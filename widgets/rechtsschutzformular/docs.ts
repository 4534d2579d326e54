import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';

export const docs: ElementDocs = {
  description: 'The legal insurer, found by its name; one the list does not know can be written.',
  settings: {},
};
