import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';

export const docs: ElementDocs = {
  description:
    'Elements that belong together, asked once or as often as needed. The answer ' +
    'is a list of rows.',
  settings: {
    formElements: 'What each row asks. Groups do not stand in groups.',
    min: 'Rows there are at least; 1 unless given.',
    max: 'Rows there are at most; as many as min, and at least 1, unless given.',
    rowLabel: 'Names one row, such as "Zeuge"; its number follows.',
    addLabel: 'What the button says that adds a row.',
  },
};
