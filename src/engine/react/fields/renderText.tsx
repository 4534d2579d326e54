import type { ReactNode } from 'react';
import {
  findOtherLanguage,
  localize,
  type Language,
  type LocalizedText,
} from '#schemas/platform/common.ts';

/** Renders an author's text. One in another language than the page is marked for screen readers. */
export function renderText(text: LocalizedText, language: Language): ReactNode {
  const other = findOtherLanguage(text, language);
  const words = localize(text, language);
  return other ? <span lang={other}>{words}</span> : words;
}
