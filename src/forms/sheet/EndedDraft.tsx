import { useState, useSyncExternalStore } from 'react';
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

/** Says that another tab has sent or discarded the draft, and shows the answers of this tab. */
export function EndedDraft({ process, engine, onStartAgain }: EndedDraftProps) {
  const intl = useIntl();
  const [unsent, setUnsent] = useState<Unsent>();
  const { subscribeChanges, getAnswers } = engine.store;
  const collect = () => collectUnsent(process, getAnswers());
  const hasAnswers = () => collect() !== undefined;
  const canView = useSyncExternalStore(subscribeChanges, hasAnswers, hasAnswers);
  return (
    <>
      <Note tone="warning" role="alert">
        <p>
          <FormattedMessage id={canView ? 'draft.sentElsewhere' : 'draft.sentElsewhere.empty'} />
        </p>
        {canView && (
          <Button variant="ghost" onClick={() => setUnsent(collect())}>
            <FormattedMessage id="draft.showAnswers" />
          </Button>
        )}
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
