import { useEffect, useRef, useState } from 'react';
import { childrenOf, type FormElement } from '#schemas/forms/forms.ts';
import { draftLimits } from '#schemas/forms/limits.ts';
import { restoreDraft } from '#src/engine/core/answers/restoreDraft.ts';
import { forgetDraft, leaveBehind, loadKept, onDraftNews, saveDraft } from '#src/device/drafts.ts';
import type { DraftAnswer } from '#schemas/forms/drafts.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import type { FormEngine } from '../context/formEngine.ts';

/** Secrets, and groups that contain one, are never stored. */
const asksSecret = (element: FormElement, registry: Registry): boolean =>
  [element, ...childrenOf(element)].some(({ type }) => registry.get(type)?.isSecret);

const asked = ({ id, type, label }: FormElement) => ({ type, question: label ?? id });

type DraftOptions = {
  /** Names the form whose draft this is. */
  form: string;
  round: number;
  workflowKey: string;
  revision: number;
  /** A shared device: nothing is stored. */
  isShared: boolean;
  /** Another tab has sent or discarded these answers. */
  onEnded: () => void;
  /** The browser cannot store drafts; called once per visit. */
  onFailing: () => void;
};

/** How far what is typed is safe on this device. */
export type DraftState = { savedAt: number | undefined; isFailing: boolean; isShared: boolean };

/**
 * Keeps what is typed: a second after the last key, and at once when the page is hidden or left; what could not be kept
 * is tried again. What other tabs type flows in, the later answer of each element wins.
 */
export function useDraft(
  engine: FormEngine,
  { form, round, workflowKey, revision, isShared, onEnded, onFailing }: DraftOptions,
): DraftState {
  const { store, elements, registry, check } = engine;
  const [state, setState] = useState<Omit<DraftState, 'isShared'>>({
    savedAt: undefined,
    isFailing: false,
  });
  const wasShared = useRef(false);
  const handlers = useRef({ onEnded, onFailing });
  useEffect(() => {
    handlers.current = { onEnded, onFailing };
  });

  useEffect(() => {
    const given = new Map<string, number>();
    let changes: Record<string, DraftAnswer> = {};
    /** On their way to the disk, and lost if the page goes now. */
    let saving: Record<string, DraftAnswer> = {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasTold = false;
    let isGone = false;

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
      const result = await saveDraft({ form, round }, { workflowKey, revision, changes: these });
      saving = Object.fromEntries(
        Object.entries(saving).filter(([id, answer]) => these[id] !== answer),
      );
      if (typeof result === 'number') return setState({ savedAt: result, isFailing: false });
      if (result === 'ended' || isGone) return;
      changes = { ...these, ...changes };
      saveAfter(draftLimits.retryDelayMs);
      setState(({ savedAt }) => ({ savedAt, isFailing: true }));
      if (!hasTold) handlers.current.onFailing();
      hasTold = true;
    }

    async function takeOver() {
      const kept = await loadKept(form);
      if (!kept.draft || kept.round !== round) return;
      const newer = Object.fromEntries(
        Object.entries(kept.draft.answers).filter(([id, { at }]) => at > (given.get(id) ?? 0)),
      );
      for (const [id, { at }] of Object.entries(newer)) given.set(id, at);
      const takenAway = Object.fromEntries(
        Object.entries(newer).flatMap(([id, { value }]) =>
          value === undefined ? [[id, undefined]] : [],
        ),
      );
      const { answers, rows } = restoreDraft(newer, {
        elements,
        registry,
        check,
        workflowKey,
        revision,
      });
      store.merge({ ...takenAway, ...answers }, rows);
    }

    /** Notes the answer of an element or group to be kept. */
    const note = (id: string) => {
      const element = elements.find((each) => each.id === id);
      if (element && asksSecret(element, registry)) return;
      const at = Date.now();
      given.set(id, at);
      const rows = store.getRowKeys(id);
      const inside = Object.fromEntries(
        (element ? childrenOf(element) : []).map((child) => [child.id, asked(child)]),
      );
      changes[id] = {
        value: store.get(id),
        ...(rows.length > 0 ? { rows, inside } : {}),
        at,
        workflowKey,
        revision,
        ...(element ? asked(element) : { type: '', question: id }),
      };
    };
    if (isShared)
      void forgetDraft({ form, round }).then(() =>
        setState({ savedAt: undefined, isFailing: false }),
      );
    else if (wasShared.current) {
      Object.keys(store.getAnswers()).forEach(note);
      void save();
    }
    wasShared.current = isShared;

    const stopWatching = store.subscribeChanges((id) => {
      note(id);
      saveAfter(draftLimits.saveDelayMs);
    });
    const stopListening = onDraftNews(form, (type) =>
      type === 'ended' ? handlers.current.onEnded() : void takeOver(),
    );
    const handleHide = () => void save();
    const handleLeave = () => {
      const unsaved = { ...saving, ...changes };
      if (Object.keys(unsaved).length > 0 && !isShared)
        leaveBehind({ form, round }, { workflowKey, revision, changes: unsaved });
    };
    addEventListener('pagehide', handleLeave);
    document.addEventListener('visibilitychange', handleHide);
    return () => {
      isGone = true;
      void save();
      stopWatching();
      stopListening();
      removeEventListener('pagehide', handleLeave);
      document.removeEventListener('visibilitychange', handleHide);
    };
  }, [store, elements, registry, check, form, round, workflowKey, revision, isShared]);

  return { ...state, isShared };
}
