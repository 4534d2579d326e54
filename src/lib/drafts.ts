import { get, update } from 'idb-keyval';

/** One answer of a draft and when it was given; two tabs merge by it. */
export type DraftAnswer = { value: unknown; at: number };

/** What a visitor has typed so far, kept on this device only, one per form (decisions.md, Drafts). */
export type Draft = {
  workflowKey: string;
  revision: number;
  answers: Record<string, DraftAnswer>;
  savedAt: number;
};

/** A draft, or the note that this workflow was sent: a late tab must not bring its answers back. */
type Entry = Draft | { sentWorkflowKey: string };
type DraftNews = { form: string; type: 'changed' | 'sent' };

const channelName = 'formakte.drafts';
const keyOf = (form: string): string => `draft:${form}`;
const isDraft = (entry: Entry | undefined): entry is Draft => entry !== undefined && 'answers' in entry;

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
  const entry = await quietly(() => get<Entry>(keyOf(form)));
  return isDraft(entry) ? entry : undefined;
}

/**
 * Saves the answers this tab has changed; for each element the later one of all tabs stays. Answers the instant of
 * saving, or undefined when nothing could be kept.
 */
export async function saveDraft(form: string, { workflowKey, revision, changes }: { workflowKey: string; revision: number; changes: Record<string, DraftAnswer> }): Promise<number | undefined> {
  const savedAt = Date.now();
  let isSaved = false;
  await quietly(() => update<Entry>(keyOf(form), (entry) => {
    if (entry && 'sentWorkflowKey' in entry && entry.sentWorkflowKey === workflowKey) return entry;
    isSaved = true;
    const known = isDraft(entry) && entry.workflowKey === workflowKey ? entry.answers : {};
    const answers = { ...known };
    for (const [id, change] of Object.entries(changes)) if ((answers[id]?.at ?? 0) <= change.at) answers[id] = change;
    return { workflowKey, revision, answers, savedAt };
  }));
  if (!isSaved) return undefined;
  tell({ form, type: 'changed' });
  return savedAt;
}

/** Removes the draft for good. */
export async function endDraft(form: string, workflowKey: string): Promise<void> {
  await quietly(() => update<Entry>(keyOf(form), () => ({ sentWorkflowKey: workflowKey })));
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
