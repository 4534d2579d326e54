import { localized, type Language, type LocalizedText } from '#schemas/common.ts';
import type { ElementOf } from '#src/engine/core/element.ts';

type HeadlineProps = { element: ElementOf<{ label: LocalizedText }>; language: Language };

/** Sections are drawn by the form's layout; a headline on its own is a plain one. */
export const Widget = ({ element, language }: HeadlineProps) => (
  <h2>{localized(element.label, language)}</h2>
);
