import type { DraftAnswer } from '#schemas/forms/drafts.ts';
import { draftLimits } from '#schemas/forms/limits.ts';
import { saveOnUnload, saveDraft } from '#src/device/indexedDb/draftStorage.ts';

/** Version of the form whose answers are saved. */
export type DraftVersion = { workflowKey: string; revision: number };

/** Result of the latest save. */
export type DraftSaveState = { savedAt: number | undefined; isFailing: boolean };

type DraftSaverOptions = {
  key: { form: string; round: number };
  version: DraftVersion;
  isShared: boolean;
  setState: (change: (before: DraftSaveState) => DraftSaveState) => void;
  /** Called once, after the first failure. */
  onFailing: () => void;
};

/** Saves changed answers on this device and retries failed saves. */
export function createDraftSaver({
  key,
  version,
  isShared,
  setState,
  onFailing,
}: DraftSaverOptions) {
  let changes: Record<string, DraftAnswer> = {};
  /** Answers of the running save; lost if the page is closed now. */
  let saving: Record<string, DraftAnswer> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasReported = false;
  let isStopped = false;

  function saveAfter(delayMs: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), delayMs);
  }

  async function save() {
    clearTimeout(timer);
    if (Object.keys(changes).length === 0 || isShared) return;
    const these = changes;
    saving = { ...saving, ...these };
    changes = {};
    const result = await saveDraft(key, { ...version, changes: these });
    saving = Object.fromEntries(
      Object.entries(saving).filter(([id, answer]) => these[id] !== answer),
    );
    if (typeof result === 'number') return setState(() => ({ savedAt: result, isFailing: false }));
    if (result === 'ended' || isStopped) return;
    changes = { ...these, ...changes };
    saveAfter(draftLimits.retryDelayMs);
    setState(({ savedAt }) => ({ savedAt, isFailing: true }));
    if (!hasReported) onFailing();
    hasReported = true;
  }

  return {
    save,
    saveAfter,
    add(id: string, answer: DraftAnswer) {
      changes[id] = answer;
    },
    /** Stores unsaved answers synchronously, because the page may be closed now. */
    leaveUnsaved() {
      const unsaved = { ...saving, ...changes };
      if (Object.keys(unsaved).length > 0 && !isShared)
        saveOnUnload(key, { ...version, changes: unsaved });
    },
    /** Saves once more, without a retry. */
    stop() {
      isStopped = true;
      void save();
    },
  };
}
