import { localized, type Language, type LocalizedText } from '#schemas/platform/common.ts';
import type { ElementOf } from '#src/engine/core/element.ts';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Note } from '#src/ui/Note.tsx';

type DisplayProps = {
  element: ElementOf<{ text: LocalizedText; tone?: 'plain' | 'accent' | 'warning' }>;
  language: Language;
};

export function Widget({ element: { text, tone }, language }: DisplayProps) {
  const words = <Markdown text={localized(text, language)} />;
  return tone ? <Note tone={tone}>{words}</Note> : words;
}
