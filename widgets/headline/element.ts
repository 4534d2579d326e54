import * as Type from 'typebox';
import { described, LocalizedText } from '#schemas/platform/common.ts';
import { defineElement } from '#src/engine/core/element.ts';

/**
 * Starts a section: `label` is its title, `help` the line below. Sections are listed in the
 * outline.
 */
export const headline = defineElement({
  type: 'headline',
  frame: 'none',
  isSectionStart: true,
  config: Type.Object(
    { label: described(LocalizedText, 'The title of the section.') },
    { description: 'Starts a section; the sections make the outline beside the form.' },
  ),
  view: () => import('./HeadlineView.tsx'),
});
