import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';

export const docs: ElementDocs = {
  description: 'A text to read; it asks nothing.',
  settings: {
    text: 'What is shown, in a small subset of Markdown.',
    tone: 'How much it stands out; plain unless given.',
  },
};
