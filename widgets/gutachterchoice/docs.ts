import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';

export const docs: ElementDocs = {
  description: 'Experts near a postal code, to choose one of or to name another.',
  settings: {
    postalCodeFrom: 'The element whose postal code the list starts from.',
  },
};
