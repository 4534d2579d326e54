import { useEffect, useRef, useState } from 'react';
import { draftLimits } from '#schemas/forms/limits.ts';
import { forgetDraft, loadStoredForm, onDraftNews } from '#src/device/indexedDb/draftStorage.ts';
import { trackDraft } from '#src/device/openDrafts.ts';
import type { FormEngine } from '../context/formEngine.ts';
import { createDraftAnswers } from './draftAnswers.ts';
import { createDraftSaver, type DraftSaveState } from './draftSaver.ts';

type DraftOptions = {
  /** Storage key of the form. */
  form: string;
  round: number;
  /** Empty until the workflow has started; answers given before are saved then. */
  workflowKey: string;
  revision: number;
  /** true on a shared device, where nothing is stored. */
  isShared: boolean;
  /** When the restored draft was saved; undefined without one. */
  restoredAt?: number | undefined;
  /** Called when another tab has sent or discarded these answers. */
  onEnded: () => void;
  /** Called once per visit, when the browser cannot store drafts. */
  onFailing: () => void;
};

/** State of the draft on this device. */
export type DraftState = DraftSaveState & { isShared: boolean };

/** Returns true while the draft is saved on this device. */
export const isDraftKept = ({ savedAt, isFailing, isShared }: DraftState): boolean =>
  savedAt !== undefined && !isFailing && !isShared;

const unsaved: DraftSaveState = { savedAt: undefined, isFailing: false };

const addRestored =
  (savedAt: number | undefined) =>
  (state: DraftSaveState): DraftSaveState =>
    state.savedAt === undefined && savedAt !== undefined ? { ...state, savedAt } : state;

/** Merges the draft that another tab has saved. */
async function mergeStoredDraft(
  { form, round }: Pick<DraftOptions, 'form' | 'round'>,
  answers: ReturnType<typeof createDraftAnswers>,
): Promise<void> {
  const kept = await loadStoredForm(form);
  if (kept.draft && kept.round === round) answers.merge(kept.draft.answers);
}

/**
 * Saves the draft one second after the last key, and at once when the page is hidden or closed.
 * Merges the answers of other tabs.
 */
export function useDraft(
  engine: FormEngine,
  { form, round, workflowKey, revision, isShared, restoredAt, onEnded, onFailing }: DraftOptions,
): DraftState {
  const [state, setState] = useState(unsaved);
  const wasShared = useRef(false);
  const wasOpen = useRef(workflowKey !== '');
  const handlers = useRef({ onEnded, onFailing });
  useEffect(() => {
    handlers.current = { onEnded, onFailing };
  });

  useEffect(() => {
    if (workflowKey === '') return undefined;
    const version = { workflowKey, revision };
    const answers = createDraftAnswers(engine, version);
    const saver = createDraftSaver({
      key: { form, round },
      version,
      isShared,
      setState,
      onFailing: () => handlers.current.onFailing(),
    });
    const add = (id: string) => {
      const answer = answers.read(id);
      if (answer) saver.add(id, answer);
    };

    if (isShared) void forgetDraft({ form, round }).then(() => setState(unsaved));
    else if (wasShared.current) {
      Object.keys(engine.store.getAnswers()).forEach(add);
      void saver.save();
    } else if (!wasOpen.current && engine.touched.size > 0) {
      engine.touched.forEach(add);
      saver.saveAfter(draftLimits.saveDelayMs);
    }
    if (!isShared && !wasShared.current) setState(addRestored(restoredAt));
    wasShared.current = isShared;
    wasOpen.current = true;

    const stops = [
      engine.store.subscribeChanges((id) => {
        add(id);
        saver.saveAfter(draftLimits.saveDelayMs);
      }),
      onDraftNews(form, (type) =>
        type === 'ended'
          ? handlers.current.onEnded()
          : void mergeStoredDraft({ form, round }, answers),
      ),
      saveOnLeaving(saver),
    ];
    return () => {
      saver.stop();
      stops.forEach((stop) => stop());
    };
  }, [engine, form, round, workflowKey, revision, isShared, restoredAt]);

  const isKept = isDraftKept({ ...state, isShared });
  useEffect(() => trackDraft(form, isKept), [form, isKept]);

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
