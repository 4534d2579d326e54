import * as Type from 'typebox';
import { localized, LocalizedText, StringEnum } from '#schemas/platform/common.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** A text in a small subset of Markdown; it has no answer. */
export const display = defineElement({
  type: 'display',
  frame: 'none',
  config: Type.Object({
    text: LocalizedText,
    tone: Type.Optional(StringEnum(['plain', 'accent', 'warning'])),
  }),
  formatAnswer: (_, { text }, { language }) => localized(text, language),
  view: () => import('./DisplayView.tsx'),
});
