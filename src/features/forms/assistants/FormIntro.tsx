import type { ReactNode } from 'react';
import { findOtherLanguage, localize } from '#schemas/platform/common.ts';
import type { FormProcess } from '#schemas/forms/assistants.ts';
import { RequiredHint } from '#src/engine/react/fields/RequiredHint.tsx';
import { renderText } from '#src/engine/react/fields/renderText.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Note } from '#src/ui/Note.tsx';
import { wrapText } from '#src/ui/WrappedText.tsx';
import { SheetHeader } from './layout.ts';

type FormIntroProps = Pick<FormProcess['formElement'], 'title'> & {
  /** Sender line. */
  sender: string;
  /** Introduction on the first page. */
  about?: {
    description?: FormProcess['formElement']['description'] | undefined;
    notice?: FormProcess['assistantNotice'] | undefined;
  };
  children?: ReactNode;
};

/** Start of a form: sender, title and introduction. */
export function FormIntro({ sender, title, about, children }: FormIntroProps) {
  const language = useShownLanguage();
  return (
    <SheetHeader>
      <small>{sender}</small>
      <h1 tabIndex={-1}>{renderText(title, language)}</h1>
      {about?.description && <p>{renderText(about.description, language)}</p>}
      {about && (
        <p>
          <RequiredHint />
        </p>
      )}
      {about?.notice && (
        <Note tone="warning">
          <div lang={findOtherLanguage(about.notice, language)}>
            <Markdown text={localize(about.notice, language)} />
          </div>
        </Note>
      )}
      {wrapText(children)}
    </SheetHeader>
  );
}
