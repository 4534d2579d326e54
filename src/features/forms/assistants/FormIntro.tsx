import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { localized } from '#schemas/platform/common.ts';
import type { FormProcess } from '#schemas/forms/assistants.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Note } from '#src/ui/Note.tsx';
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
