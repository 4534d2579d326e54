import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';

export const docs: ElementDocs = {
  description: 'A time of day. The answer is HH:mm, without a zone.',
  settings: {
    min: 'The earliest time, as HH:mm.',
    max: 'The latest time, as HH:mm.',
  },
};
