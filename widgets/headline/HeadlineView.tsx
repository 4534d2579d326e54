import type { Language, LocalizedText } from '#schemas/platform/common.ts';
import type { ElementOf } from '#src/engine/core/element.ts';
import { renderText } from '#src/engine/react/fields/renderText.tsx';

type HeadlineProps = { element: ElementOf<{ label: LocalizedText }>; language: Language };

/** The form's layout draws sections, so a single headline is plain. */
export const Widget = ({ element, language }: HeadlineProps) => (
  <h2>{renderText(element.label, language)}</h2>
);
