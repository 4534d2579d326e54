import * as Type from 'typebox';
import { Language } from '#schemas/platform/common.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** The language of the portal. Without an answer the displayed language counts. */
export const language = defineElement({
  type: 'language',
  isPortalOnly: true,
  frame: 'group',
  config: Type.Object({}),
  value: Language,
  view: () => import('./LanguageView.tsx'),
});
