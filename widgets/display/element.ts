import * as Type from 'typebox';
import { LocalizedText, StringEnum } from '#schemas/common.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** A text to read, in a small subset of Markdown; it asks nothing. */
export const display = defineElement({
  type: 'display',
  frame: 'none',
  config: Type.Object({
    text: LocalizedText,
    tone: Type.Optional(StringEnum(['plain', 'accent', 'warning'])),
  }),
  view: () => import('./DisplayView.tsx'),
});
