import * as Type from 'typebox';
import { LocalizedText } from '#schemas/common.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** Starts a section: `label` is its title, `help` the line below it. Sections make the outline beside the form. */
export const headline = defineElement({
  type: 'headline',
  frame: 'none',
  config: Type.Object({ label: LocalizedText }),
  view: () => import('./HeadlineView.tsx'),
});
