import * as Type from 'typebox';
import { described, localized, LocalizedText, StringEnum } from '#schemas/platform/common.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** A text in a small subset of Markdown; it has no answer. */
export const display = defineElement({
  type: 'display',
  frame: 'none',
  config: Type.Object(
    {
      text: described(LocalizedText, 'What is shown, in a small subset of Markdown.'),
      tone: Type.Optional(
        StringEnum(['plain', 'accent', 'warning'], {
          description: 'How much it stands out; plain unless given.',
        }),
      ),
    },
    { description: 'A text to read; it asks nothing.' },
  ),
  formatAnswer: (_, { text }, { language }) => localized(text, language),
  view: () => import('./DisplayView.tsx'),
});
