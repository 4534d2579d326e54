import type { ReactNode } from 'react';
import {
  findOtherLanguage,
  localize,
  type Language,
  type LocalizedText,
} from '#schemas/platform/common.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';

/** Renders an author's text. One in another language than the page is marked for screen readers. */
export function renderText(text: LocalizedText, language: Language): ReactNode {
  return (
    <WrappedText lang={findOtherLanguage(text, language)}>{localize(text, language)}</WrappedText>
  );
}
