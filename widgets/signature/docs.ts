import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';

export const docs: ElementDocs = {
  description: 'A signature: drawn, typed, or uploaded as a picture.',
  settings: {},
};
