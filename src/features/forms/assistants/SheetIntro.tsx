import { FormattedMessage } from 'react-intl';
import { localize } from '#schemas/platform/common.ts';
import { formatSender } from '#src/forms/formatSender.ts';
import { DraftNotice } from '#src/forms/sheet/DraftNotice.tsx';
import { EndedDraft } from '#src/forms/sheet/EndedDraft.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Note } from '#src/ui/Note.tsx';
import { Scriptless } from '#src/ui/Scriptless.tsx';
import { FormIntro } from './FormIntro.tsx';
import type { OpenedForm } from './openForm.ts';

type SheetIntroProps = Pick<OpenedForm, 'process' | 'engine' | 'draft' | 'lost' | 'posted'> & {
  isFirstStep: boolean;
  isOpeningStep: boolean;
  /** true when another tab has sent or discarded the draft. */
  hasEnded: boolean;
  onDiscard: () => void;
  onStartAgain: () => void;
};

/** Start of the form, with a notice about its draft. */
export function SheetIntro({
  process,
  engine,
  draft,
  lost,
  posted,
  isFirstStep,
  isOpeningStep,
  hasEnded,
  onDiscard,
  onStartAgain,
}: SheetIntroProps) {
  const { accountName, contact, formElement, assistantNotice } = process;
  const { title, description } = formElement;
  return (
    <FormIntro
      sender={formatSender(accountName, contact)}
      title={title}
      {...(isFirstStep ? { about: { description, notice: assistantNotice } } : {})}
    >
      <ScriptsNeeded engine={engine} />
      {isOpeningStep && posted?.hasNewQuestions && (
        <Note tone="accent" role="status">
          <FormattedMessage id="form.newQuestions" />
        </Note>
      )}
      {isOpeningStep && draft !== 'none' && !hasEnded && (
        <DraftNotice draft={draft} lost={lost} onDiscard={onDiscard} />
      )}
      {hasEnded && <EndedDraft {...{ process, engine, onStartAgain }} />}
    </FormIntro>
  );
}

/** Says at the top that a required element cannot be answered without scripts. */
function ScriptsNeeded({ engine: { elements, registry } }: Pick<OpenedForm, 'engine'>) {
  const language = useShownLanguage();
  const labels = elements
    .filter(({ type, required }) => required && registry.get(type)?.needsScripts)
    .map(({ id, label = id }) => localize(label, language));
  if (labels.length === 0) return null;
  return (
    <Scriptless>
      <Note tone="warning">
        <FormattedMessage id="form.needsScripts" values={{ labels: labels.join(', ') }} />
      </Note>
    </Scriptless>
  );
}
