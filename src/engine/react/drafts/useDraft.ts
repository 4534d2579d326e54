import { useEffect, useRef, useState } from 'react';
import { draftLimits } from '#schemas/forms/limits.ts';
import { forgetDraft, loadStoredForm, onDraftNews } from '#src/device/draftStorage.ts';
import type { FormEngine } from '../context/formEngine.ts';
import { createDraftAnswers } from './draftAnswers.ts';
import { createDraftSaver, type DraftSaveState } from './draftSaver.ts';

type DraftOptions = {
  /** Storage key of the form. */
  form: string;
  round: number;
  workflowKey: string;
  revision: number;
  /** true on a shared device, where nothing is stored. */
  isShared: boolean;
  /** Called when another tab has sent or discarded these answers. */
  onEnded: () => void;
  /** Called once per visit, when the browser cannot store drafts. */
  onFailing: () => void;
};

/** State of the draft on this device. */
export type DraftState = DraftSaveState & { isShared: boolean };

const unsaved: DraftSaveState = { savedAt: undefined, isFailing: false };

/**
 * Saves the draft one second after the last key, and at once when the page is hidden or closed.
 * Merges the answers of other tabs.
 */
export function useDraft(
  engine: FormEngine,
  { form, round, workflowKey, revision, isShared, onEnded, onFailing }: DraftOptions,
): DraftState {
  const { store, elements, registry, check } = engine;
  const [state, setState] = useState(unsaved);
  const wasShared = useRef(false);
  const handlers = useRef({ onEnded, onFailing });
  useEffect(() => {
    handlers.current = { onEnded, onFailing };
  });

  useEffect(() => {
    const key = { form, round };
    const version = { workflowKey, revision };
    const answers = createDraftAnswers({ store, elements, registry, check }, version);
    const saver = createDraftSaver({
      key,
      version,
      isShared,
      setState,
      onFailing: () => handlers.current.onFailing(),
    });
    const add = (id: string) => {
      const answer = answers.read(id);
      if (answer) saver.add(id, answer);
    };
    const mergeOtherTab = async () => {
      const kept = await loadStoredForm(form);
      if (kept.draft && kept.round === round) answers.merge(kept.draft.answers);
    };

    if (isShared) void forgetDraft(key).then(() => setState(unsaved));
    else if (wasShared.current) {
      Object.keys(store.getAnswers()).forEach(add);
      void saver.save();
    }
    wasShared.current = isShared;

    const stops = [
      store.subscribeChanges((id) => {
        add(id);
        saver.saveAfter(draftLimits.saveDelayMs);
      }),
      onDraftNews(form, (type) =>
        type === 'ended' ? handlers.current.onEnded() : void mergeOtherTab(),
      ),
      saveOnLeaving(saver),
    ];
    return () => {
      saver.stop();
      stops.forEach((stop) => stop());
    };
  }, [store, elements, registry, check, form, round, workflowKey, revision, isShared]);

  return { ...state, isShared };
}

/** Saves when the page is hidden or closed. Returns a function that removes the listeners. */
function saveOnLeaving({ save, leaveUnsaved }: ReturnType<typeof createDraftSaver>): () => void {
  const handleHide = () => void save();
  addEventListener('pagehide', leaveUnsaved);
  document.addEventListener('visibilitychange', handleHide);
  return () => {
    removeEventListener('pagehide', leaveUnsaved);
    document.removeEventListener('visibilitychange', handleHide);
  };
}
