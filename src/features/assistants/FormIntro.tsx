import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { localized } from '#schemas/common.ts';
import type { FormProcess } from '#schemas/assistants.ts';
import { useShownLanguage } from '#src/lib/useShownLanguage.ts';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Note } from '#src/ui/Note.tsx';
import { SheetHeader } from './layout.ts';

type FormIntroProps = Pick<FormProcess['formElement'], 'title'> & {
  /** Who writes, in one line. */
  sender: string;
  /** What the first page tells of the form. */
  about?: {
    description?: FormProcess['formElement']['description'] | undefined;
    notice?: FormProcess['assistantNotice'] | undefined;
  };
  children?: ReactNode;
};

/** How a form begins: who asks for what, and what to know before. */
export function FormIntro({ sender, title, about, children }: FormIntroProps) {
  const language = useShownLanguage();
  return (
    <SheetHeader>
      <small>{sender}</small>
      <h1 tabIndex={-1}>{localized(title, language)}</h1>
      {about && (
        <p>
          {about.description && `${localized(about.description, language)} `}
          <FormattedMessage
            id="form.requiredHint"
            values={{ b: (words) => <b key="star">{words}</b> }}
          />
        </p>
      )}
      {about?.notice && (
        <Note tone="warning">
          <Markdown text={localized(about.notice, language)} />
        </Note>
      )}
      {children}
    </SheetHeader>
  );
}
