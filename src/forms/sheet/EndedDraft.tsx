import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FormProcess, UnsentAnswers as Unsent } from '#schemas/forms/assistants.ts';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Note } from '#src/ui/Note.tsx';
import { collectUnsent } from './collectUnsent.ts';
import { DiscardDraft } from './DiscardDraft.tsx';
import { UnsentAnswers } from './UnsentAnswers.tsx';

type EndedDraftProps = {
  process: Pick<FormProcess, 'formElement' | 'revision'>;
  engine: FormEngine;
  onStartAgain: () => void;
};

/** Says that another tab has sent or discarded the draft, and shows what is in this tab. */
export function EndedDraft({ process, engine, onStartAgain }: EndedDraftProps) {
  const intl = useIntl();
  const [unsent, setUnsent] = useState<Unsent>();
  const collect = () => collectUnsent(process, engine.store.getAnswers());
  return (
    <>
      <Note tone="warning" role="alert">
        <p>
          <FormattedMessage id="draft.sentElsewhere" />
        </p>
        <Button variant="ghost" onClick={() => setUnsent(collect())}>
          <FormattedMessage id="draft.showAnswers" />
        </Button>
        <DiscardDraft onDiscard={onStartAgain}>
          <FormattedMessage id="draft.startNew" />
        </DiscardDraft>
      </Note>
      {unsent && (
        <Dialog
          title={intl.formatMessage({ id: 'draft.showAnswers' })}
          closeLabel={intl.formatMessage({ id: 'action.close' })}
          onClose={() => setUnsent(undefined)}
        >
          <UnsentAnswers unsent={unsent} />
        </Dialog>
      )}
    </>
  );
}
