import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';

export const docs: ElementDocs = {
  description: 'A box to tick. Required means ticked; an unticked box is no answer.',
  settings: {},
};
