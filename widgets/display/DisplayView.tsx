import { css } from '@linaria/core';
import {
  findOtherLanguage,
  localize,
  type Language,
  type LocalizedText,
} from '#schemas/platform/common.ts';
import type { ElementOf } from '#src/engine/core/element.ts';
import { renderText } from '#src/engine/react/fields/renderText.tsx';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Note } from '#src/ui/Note.tsx';

type DisplayProps = {
  element: ElementOf<{ text: LocalizedText; tone?: 'plain' | 'accent' | 'warning' }>;
  language: Language;
};

const helpClass = css`
  margin-top: var(--s-2);
  color: var(--muted);
  font-size: var(--text-sm);
`;

export function Widget({ element: { label, text, help, tone }, language }: DisplayProps) {
  const content = (
    <div>
      {label && (
        <p>
          <b>{renderText(label, language)}</b>
        </p>
      )}
      <div lang={findOtherLanguage(text, language)}>
        <Markdown text={localize(text, language)} />
      </div>
      {help && <p className={helpClass}>{renderText(help, language)}</p>}
    </div>
  );
  return tone ? <Note tone={tone}>{content}</Note> : content;
}
