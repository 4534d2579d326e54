import { useEffect, useState } from 'react';
import { endDraft, saveAsked } from '#src/device/indexedDb/draftStorage.ts';
import { forgetEarlyInput } from '#src/device/earlyInput.ts';
import { readTabChoice, writeTabChoice } from '#src/device/storage.ts';
import { useDraft } from '#src/engine/react/drafts/useDraft.ts';
import { toast } from '#src/ui/toast.ts';
import { useBrowserValue } from '#src/ui/useIsHydrated.ts';
import type { FormLink } from './links.ts';
import type { OpenedForm } from './openForm.ts';
import { pickProvider } from './unsent.ts';

/** Returns this tab's choice; server rendering does not know it. */
function useSharedDevice(): [isShared: boolean, set: (isShared: boolean) => void] {
  const wasShared = useBrowserValue(
    () => readTabChoice('sharedDevice') === 'yes',
    () => false,
  );
  const [chosen, setChosen] = useState<boolean>();
  return [chosen ?? wasShared, setChosen];
}

type SheetDraftOptions = Pick<OpenedForm, 'process' | 'engine' | 'round' | 'restoredAt'> & {
  link: FormLink;
  onStartAgain: () => void;
};

/** Stores the draft of a form, unless the device is shared or another tab ended the draft. */
export function useSheetDraft({
  link,
  process,
  engine,
  round,
  restoredAt,
  onStartAgain,
}: SheetDraftOptions) {
  const [hasEnded, setHasEnded] = useState(false);
  const [isShared, setIsShared] = useSharedDevice();
  const end = () => setHasEnded(true);
  const state = useDraft(engine, {
    form: link.form,
    round,
    workflowKey: process.workflowKey,
    revision: process.revision,
    isShared,
    restoredAt,
    onEnded: end,
    onFailing: () => toast({ level: 'warning', text: { id: 'draft.notKept' } }),
  });

  const isOpen = process.workflowKey !== '';
  useEffect(() => {
    if (isOpen) forgetEarlyInput(link.here); // from now on the draft has it
  }, [isOpen, link.here]);

  const isStored = state.savedAt !== undefined && !isShared && !hasEnded;
  useEffect(() => {
    if (!isStored) return;
    const { formElement, revision } = process;
    void saveAsked(link.form, { formElement, revision, provider: pickProvider(process) });
  }, [isStored, link.form, process]);

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
