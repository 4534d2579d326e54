import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';

export const docs: ElementDocs = {
  description: 'How somebody found something: one of three faces, each with its word.',
  settings: {},
};
