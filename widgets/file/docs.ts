import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';

export const docs: ElementDocs = {
  description: 'Files, uploaded while the form is filled in. The answer lists them.',
  settings: {
    maxFiles: 'How many files at most.',
    maxSizeMb: 'Megabytes one file may have; 100 unless given.',
    photoMaxSidePx:
      'Longest side of a photo in pixels; a larger one is scaled down on the device. ' +
      'Long pictures, such as screenshots of chats, keep a readable width. ' +
      '0 sends photos as they are.',
    extensions: 'Which kinds of file are taken; all that the product knows unless given.',
  },
};
