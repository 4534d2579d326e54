import { get, update } from 'idb-keyval';

/** One answer of a draft, when it was given and in which workflow; two tabs merge by it. */
export type DraftAnswer = { value: unknown; at: number; workflowKey: string };

/** What a visitor has typed so far, kept on this device only, one per form (decisions.md, Drafts). */
export type Draft = {
  /** The workflow the draft goes on in: that of the tab that saved first. */
  workflowKey: string;
  revision: number;
  answers: Record<string, DraftAnswer>;
  savedAt: number;
};

/** The draft, and the workflows that have ended: a late tab of theirs must not bring its answers back. */
type Entry = { draft?: Draft; ended: readonly string[] };
type DraftNews = { form: string; type: 'changed' | 'sent' };

const channelName = 'formakte.drafts';
const maxEnded = 50;
const nothing: Entry = { ended: [] };
const keyOf = (form: string): string => `drafts:${form}`;

/** Files belong to the workflow they were uploaded in; any other answer fits every workflow of its form. */
export const belongsTo = (workflowKey: string, answer: DraftAnswer, elementType: string): boolean =>
  elementType !== 'file' || answer.workflowKey === workflowKey;

let channel: BroadcastChannel | undefined;

/** One for the whole tab: a channel hears all others and never itself, so a tab is not told of its own doing. */
const otherTabs = (): BroadcastChannel => (channel ??= new BroadcastChannel(channelName));

const tell = (news: DraftNews): void => otherTabs().postMessage(news);

/** Browsers can keep the database from us (private windows): then there is no draft, and the form works without. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

export async function loadDraft(form: string): Promise<Draft | undefined> {
  return (await quietly(() => get<Entry>(keyOf(form))))?.draft;
}

/**
 * Saves the answers this tab has changed; for each element the later one of all tabs stays, also when the tabs have
 * each started a workflow of their own. Answers the instant of saving, or undefined when nothing could be kept.
 */
export async function saveDraft(form: string, { workflowKey, revision, changes }: { workflowKey: string; revision: number; changes: Record<string, DraftAnswer> }): Promise<number | undefined> {
  const savedAt = Date.now();
  let isSaved = false;
  await quietly(() => update<Entry>(keyOf(form), (entry = nothing) => {
    if (entry.ended.includes(workflowKey)) return entry;
    isSaved = true;
    const begun = entry.draft ?? { workflowKey, revision, answers: {} };
    const answers = { ...begun.answers };
    for (const [id, change] of Object.entries(changes)) if ((answers[id]?.at ?? 0) <= change.at) answers[id] = change;
    return { ...entry, draft: { ...begun, answers, savedAt } };
  }));
  if (!isSaved) return undefined;
  tell({ form, type: 'changed' });
  return savedAt;
}

/** Lets the draft go on in a new workflow, after its own has gone. */
export async function moveDraft(form: string, { from, to, revision }: { from: string; to: string; revision: number }): Promise<void> {
  await quietly(() => update<Entry>(keyOf(form), (entry = nothing) =>
    entry.draft?.workflowKey === from ? { ...entry, draft: { ...entry.draft, workflowKey: to, revision } } : entry));
}

/** Removes the draft for good, and with it every workflow that had a part in it. */
export async function endDraft(form: string, workflowKey: string): Promise<void> {
  await quietly(() => update<Entry>(keyOf(form), ({ draft, ended } = nothing) => {
    const parts = draft ? [draft.workflowKey, ...Object.values(draft.answers).map((answer) => answer.workflowKey)] : [];
    return { ended: [...new Set([...ended, ...parts, workflowKey])].slice(-maxEnded) };
  }));
  tell({ form, type: 'sent' });
}

/** What other tabs do with the same form's draft. Answers the function that stops listening. */
export function onDraftNews(form: string, listener: (type: DraftNews['type']) => void): () => void {
  const handleNews = ({ data }: MessageEvent<DraftNews>) => {
    if (data.form === form) listener(data.type);
  };
  otherTabs().addEventListener('message', handleNews);
  return () => otherTabs().removeEventListener('message', handleNews);
}
