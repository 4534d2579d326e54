import { useEffect, useRef, useState } from 'react';
import { limits } from '#schemas/limits.ts';
import { belongsTo, loadDraft, onDraftNews, saveDraft, type DraftAnswer } from '#src/lib/drafts.ts';
import type { FormEngine } from './formEngine.ts';

type DraftOptions = {
  /** Names the form whose draft this is. */
  form: string;
  workflowKey: string;
  revision: number;
  /** Another tab has sent this form. */
  onSentElsewhere: () => void;
};

/**
 * Keeps what is typed: a second after the last key, and at once when the page is left or hidden. What other tabs type
 * flows in, the later answer of each element wins. Answers when the draft was last saved.
 */
export function useDraft(engine: FormEngine, { form, workflowKey, revision, onSentElsewhere }: DraftOptions): number | undefined {
  const { store, elements } = engine;
  const [savedAt, setSavedAt] = useState<number>();
  const handleSent = useRef(onSentElsewhere);
  useEffect(() => { handleSent.current = onSentElsewhere; });

  useEffect(() => {
    const given = new Map<string, number>();
    let changes: Record<string, DraftAnswer> = {};
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function save() {
      clearTimeout(timer);
      if (Object.keys(changes).length === 0) return;
      const saving = changes;
      changes = {};
      const at = await saveDraft(form, { workflowKey, revision, changes: saving });
      if (at !== undefined) setSavedAt(at);
    }

    async function takeOver() {
      const draft = await loadDraft(form);
      if (!draft) return;
      const newer = elements.flatMap(({ id, type }) => {
        const answer = draft.answers[id];
        return answer && answer.at > (given.get(id) ?? 0) && belongsTo(workflowKey, answer, type) ? [[id, answer] as const] : [];
      });
      newer.forEach(([id, { at }]) => given.set(id, at));
      store.adopt(Object.fromEntries(newer.map(([id, { value }]) => [id, value])));
    }

    const stopWatching = store.onChange((id) => {
      const at = Date.now();
      given.set(id, at);
      changes[id] = { value: store.get(id), at, workflowKey };
      clearTimeout(timer);
      timer = setTimeout(() => void save(), limits.draft.saveDelayMs);
    });
    const stopListening = onDraftNews(form, (type) => (type === 'sent' ? handleSent.current() : void takeOver()));
    const handleHide = () => void save();
    addEventListener('pagehide', handleHide);
    document.addEventListener('visibilitychange', handleHide);
    return () => {
      void save();
      stopWatching();
      stopListening();
      removeEventListener('pagehide', handleHide);
      document.removeEventListener('visibilitychange', handleHide);
    };
  }, [store, elements, form, workflowKey, revision]);

  return savedAt;
}
