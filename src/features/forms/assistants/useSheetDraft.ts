import { useState } from 'react';
import { useIntl } from 'react-intl';
import { endDraft } from '#src/device/draftStorage.ts';
import { readTabChoice, writeTabChoice } from '#src/device/storage.ts';
import { useDraft } from '#src/engine/react/drafts/useDraft.ts';
import { toast } from '#src/ui/toast.ts';
import type { FormLink } from './links.ts';
import type { OpenedForm } from './openForm.ts';

type SheetDraftOptions = Pick<OpenedForm, 'process' | 'engine' | 'round'> & {
  link: FormLink;
  onStartAgain: () => void;
};

/** Stores the draft of a form, unless the device is shared or another tab ended the draft. */
export function useSheetDraft({ link, process, engine, round, onStartAgain }: SheetDraftOptions) {
  const intl = useIntl();
  const [hasEnded, setHasEnded] = useState(false);
  const [isShared, setIsShared] = useState(() => readTabChoice('sharedDevice') === 'yes');
  const end = () => setHasEnded(true);
  const state = useDraft(engine, {
    form: link.form,
    round,
    workflowKey: process.workflowKey,
    revision: process.revision,
    isShared,
    onEnded: end,
    onFailing: () => toast({ level: 'warning', text: intl.formatMessage({ id: 'draft.notKept' }) }),
  });

  async function discard() {
    await endDraft({ form: link.form, round });
    onStartAgain();
  }

  return {
    state: { ...state, savedAt: hasEnded ? undefined : state.savedAt },
    hasEnded,
    end,
    discard: () => void discard(),
    share(next: boolean) {
      writeTabChoice('sharedDevice', next ? 'yes' : undefined);
      setIsShared(next);
    },
  };
}

export type SheetDraft = ReturnType<typeof useSheetDraft>;
