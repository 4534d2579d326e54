import * as Type from 'typebox';
import { localize, LocalizedText, StringEnum } from '#schemas/platform/common.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** A text in a small subset of Markdown; it has no answer. */
export const display = defineElement({
  type: 'display',
  frame: 'none',
  config: Type.Object({
    text: LocalizedText,
    tone: Type.Optional(StringEnum(['plain', 'accent', 'warning'])),
  }),
  formatAnswer: (_, { label, text, help }, { language }) =>
    [label, text, help].flatMap((words) => (words ? localize(words, language) : [])).join('\n'),
  view: () => import('./DisplayView.tsx'),
});
