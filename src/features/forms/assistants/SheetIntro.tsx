import { FormattedMessage } from 'react-intl';
import { formatSender } from '#src/forms/formatSender.ts';
import { DraftNotice } from '#src/forms/sheet/DraftNotice.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { FormIntro } from './FormIntro.tsx';
import type { OpenedForm } from './openForm.ts';

type SheetIntroProps = Pick<OpenedForm, 'process' | 'draft' | 'lost'> & {
  isFirstStep: boolean;
  isOpeningStep: boolean;
  /** true when another tab has sent or discarded the draft. */
  hasEnded: boolean;
  onDiscard: () => void;
  onStartAgain: () => void;
};

/** Start of the form, with a notice about its draft. */
export function SheetIntro({
  process: { accountName, contact, formElement, assistantNotice },
  draft,
  lost,
  isFirstStep,
  isOpeningStep,
  hasEnded,
  onDiscard,
  onStartAgain,
}: SheetIntroProps) {
  const { title, description } = formElement;
  return (
    <FormIntro
      sender={formatSender(accountName, contact)}
      title={title}
      {...(isFirstStep ? { about: { description, notice: assistantNotice } } : {})}
    >
      {isOpeningStep && draft !== 'none' && !hasEnded && (
        <DraftNotice draft={draft} lost={lost} onDiscard={onDiscard} />
      )}
      {hasEnded && (
        <Note tone="warning" role="alert">
          <p>
            <FormattedMessage id="draft.sentElsewhere" />
          </p>
          <Button variant="ghost" onClick={onStartAgain}>
            <FormattedMessage id="draft.startNew" />
          </Button>
        </Note>
      )}
    </FormIntro>
  );
}
