import * as Type from 'typebox';
import { LocalizedText } from '#schemas/platform/common.ts';
import { defineElement } from '#src/engine/core/element.ts';

/**
 * Starts a section: `label` is its title, `help` the line below. Sections are listed in the
 * outline.
 */
export const headline = defineElement({
  type: 'headline',
  frame: 'none',
  isSectionStart: true,
  config: Type.Object({ label: LocalizedText }),
  view: () => import('./HeadlineView.tsx'),
});
