import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';

export const docs: ElementDocs = {
  description: 'A number, typed with comma or point as the language writes it.',
  settings: {
    min: 'The smallest number.',
    max: 'The largest number.',
    decimals: 'Digits there may be after the comma.',
    step: 'How far apart the numbers are, counted from `min`, else from 0.',
    unit: 'Stands at the end of the field, outside the answer.',
  },
};
