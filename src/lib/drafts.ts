import { del, delMany, get, keys, set, update } from 'idb-keyval';
import type { FormProcess } from '#schemas/assistants.ts';
import type { DraftAnswer } from '#schemas/drafts.ts';
import type { FormContent } from '#schemas/forms.ts';
import { leftNames, readLeft, writeLeft } from './storage.ts';

/** What a visitor has typed so far, kept on this device only, one per form (decisions.md, Drafts). */
export type Draft = {
  /** The workflow the draft goes on in: that of the tab that saved first. */
  workflowKey: string;
  revision: number;
  answers: Record<string, DraftAnswer>;
  savedAt: number;
};

/** What is said after sending. It is kept with the mark, for a workflow that was sent shows its form to nobody. */
export type Thanks = Pick<
  FormProcess,
  'accountName' | 'headerLogoUrl' | 'theme' | 'resultText' | 'returnUrl'
> & {
  /** missing in what an earlier version has kept */ accountId?: string;
  /** whether the browser goes there by itself */ isReturnAllowed?: boolean;
};

/** Stands from before a submission is sent until its outcome is known: a lost answer must not lead to sending twice. */
export type Sending = {
  workflowKey: string;
  idempotencyKey: string;
  sendingSince: number;
  thanks: Thanks;
};

/** A file on its way, and the element or row's element it is for: the row by its name, for rows change places. */
export type KeptUpload = { key: string; place: string; file: File };

/** All that is kept of one form, besides files on their way. */
export type KeptForm = {
  draft?: Draft;
  sending?: Sending;
  /** How often answers were sent or discarded: a tab of an earlier round must neither save nor send. */
  round: number;
};

/** What a form has asked, in the revision that was filled in. */
export type AskedForm = { formElement: FormContent; revision: number };

/** The form and the round a tab works in. */
export type Round = { form: string; round: number };

type DraftNews = { form: string; type: 'changed' | 'ended' };

const channelName = 'formakte.drafts';
const keyOf = (form: string): string => `form:${form}`;
const askedOf = (form: string): string => `asked:${form}`;

let channel: BroadcastChannel | undefined;
/** One for the whole tab: a channel hears all others and never itself, so a tab is not told of its own doing. */
const otherTabs = (): BroadcastChannel => (channel ??= new BroadcastChannel(channelName));
const tell = (news: DraftNews): void => otherTabs().postMessage(news);

type Answers = Record<string, DraftAnswer>;
type Changes = { workflowKey: string; revision: number; changes: Answers };
type Left = Changes & Pick<Round, 'round'>;

/** For each element the later answer of both. */
const laterOf = (before: Answers, changes: Answers): Answers => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(changes).filter(([id, { at }]) => (before[id]?.at ?? 0) <= at),
  ),
});

const leftOf = (text: string | undefined): Left | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Left); // what `leaveBehind` has written

/**
 * Leaves answers behind while the page goes, for whoever asks for the draft next. The database answers later, and undoes
 * what has not become safe before the page is gone; what is written here is there at once.
 */
export function leaveBehind({ form, round }: Round, left: Changes): void {
  const before = leftOf(readLeft(form));
  const changes = before?.round === round ? laterOf(before.changes, left.changes) : left.changes;
  writeLeft(form, JSON.stringify({ ...left, changes, round }));
}

async function takeUpLeft(form: string): Promise<void> {
  const text = readLeft(form);
  const left = leftOf(text);
  if (!left) return;
  const result = await saveDraft({ form, round: left.round }, left);
  if (result !== 'failed' && readLeft(form) === text) writeLeft(form, undefined);
}

/** What is kept; nothing where the browser keeps its database from us (private windows): the form works without. */
export async function loadKept(form: string): Promise<KeptForm> {
  await takeUpLeft(form).catch(() => undefined);
  return (await get<KeptForm>(keyOf(form)).catch(() => undefined)) ?? { round: 0 };
}

/** Changes what is kept, within the tab's own round, and answers it once it is safe on the disk. */
async function change(
  { form, round }: Round,
  next: (kept: KeptForm) => KeptForm,
): Promise<KeptForm | 'ended' | 'failed'> {
  let result: KeptForm | 'ended' = 'ended';
  try {
    await update<KeptForm>(keyOf(form), (kept = { round }) => {
      result = kept.round === round ? next(kept) : 'ended';
      return result === 'ended' ? kept : result;
    });
    return result;
  } catch {
    return 'failed';
  }
}

/**
 * Saves the answers this tab has changed; for each element the later one of all tabs stays, also when the tabs have
 * each started a workflow of their own. Answers the instant of saving.
 */
export async function saveDraft(
  tab: Round,
  { workflowKey, revision, changes }: Changes,
): Promise<number | 'ended' | 'failed'> {
  const savedAt = Date.now();
  const kept = await change(tab, (before) => {
    const begun = before.draft ?? { workflowKey, revision, answers: {} };
    return { ...before, draft: { ...begun, answers: laterOf(begun.answers, changes), savedAt } };
  });
  if (typeof kept === 'string') return kept;
  tell({ form: tab.form, type: 'changed' });
  return savedAt;
}

/** Lets the draft go on in a new workflow, after its own has gone. */
export async function moveDraft(
  tab: Round,
  { from, to, revision }: { from: string; to: string; revision: number },
): Promise<void> {
  await change(tab, ({ draft, round }) => ({
    round,
    ...(draft
      ? { draft: draft.workflowKey === from ? { ...draft, workflowKey: to, revision } : draft }
      : {}),
  }));
}

/** Marks the form as being sent. Answers the mark that stands: an earlier one stays, whatever tab made it. */
export async function markSending(
  tab: Round,
  fresh: Sending,
): Promise<Sending | 'ended' | 'failed'> {
  const kept = await change(tab, (before) => ({ ...before, sending: before.sending ?? fresh }));
  return typeof kept === 'string' ? kept : (kept.sending ?? fresh);
}

/** Takes the mark away: what it stood for was certainly not taken. */
export async function unmarkSending(tab: Round): Promise<void> {
  await change(tab, ({ draft, round }) => ({ round, ...(draft ? { draft } : {}) }));
}

/** Keeps what a form asks beside its draft: then what was written can be read also where the form cannot be had any more. */
export const keepAsked = (form: string, asked: AskedForm): Promise<void> =>
  set(askedOf(form), asked).catch(() => undefined);

export const keptAsked = (form: string): Promise<AskedForm | undefined> =>
  get<AskedForm>(askedOf(form)).catch(() => undefined);

const dropAsked = (form: string): Promise<void> => del(askedOf(form)).catch(() => undefined);

const prefixOf = (form: string): string => `upload:${form}:`;

async function dropUploads(form: string): Promise<void> {
  const names = await keys<string>();
  await delMany(names.filter((name) => name.startsWith(prefixOf(form))));
}

/** Keeps a file on its way beside the draft, which begins with it if it must: it belongs to the workflow. Where the browser has no room, a reload loses it. */
export async function keepUpload(
  tab: Round,
  workflow: Pick<Draft, 'workflowKey' | 'revision'>,
  upload: KeptUpload,
): Promise<void> {
  const kept = await change(tab, (before) => ({
    ...before,
    draft: before.draft ?? { ...workflow, answers: {}, savedAt: Date.now() },
  }));
  if (typeof kept !== 'string')
    await set(prefixOf(tab.form) + upload.key, upload).catch(() => undefined);
}

/** A file that has arrived, or was given up. */
export async function dropUpload(form: string, key: string): Promise<void> {
  await del(prefixOf(form) + key).catch(() => undefined);
}

/** Files that were on their way when the page went. */
export async function keptUploads(form: string): Promise<KeptUpload[]> {
  try {
    const names = (await keys<string>()).filter((name) => name.startsWith(prefixOf(form)));
    return (await Promise.all(names.map((name) => get<KeptUpload>(name)))).filter(
      (upload) => upload !== undefined,
    );
  } catch {
    return []; // no database: nothing was kept
  }
}

/** One tab at a time sends a kept file; answers whether it was this one. Browsers keep locks from pages without TLS; there every tab tries. */
export async function holdUpload(key: string, work: () => Promise<void>): Promise<boolean> {
  if (!('locks' in navigator)) return work().then(() => true);
  return navigator.locks.request(`formakte.upload:${key}`, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
}

/** Forgets files on their way to a row that is gone, unless another tab is sending them. Not while the row can still be put back. */
export async function dropStrayUploads(
  form: string,
  hasPlace: (place: string) => boolean,
): Promise<void> {
  const strays = (await keptUploads(form)).filter(({ place }) => !hasPlace(place));
  await Promise.all(strays.map(({ key }) => holdUpload(key, () => dropUpload(form, key))));
}

/** Removes what was typed and any mark, and goes on in the same round: nothing is to be kept on this device. */
export async function forgetDraft(tab: Round): Promise<void> {
  writeLeft(tab.form, undefined);
  await dropUploads(tab.form).catch(() => undefined);
  await dropAsked(tab.form);
  const kept = await change(tab, ({ round }) => ({ round }));
  if (typeof kept !== 'string' && kept.round === 0)
    await del(keyOf(tab.form)).catch(() => undefined); // the first round needs no note
}

/** Removes the drafts of all forms whose name begins so: whoever logs out leaves nothing behind. */
export async function forgetDraftsOf(beginning: string): Promise<void> {
  for (const form of leftNames()) if (form.startsWith(beginning)) writeLeft(form, undefined);
  const names = await keys<string>().catch(() => []);
  await delMany(
    names.filter((name) =>
      [keyOf(beginning), askedOf(beginning), `upload:${beginning}`].some((each) =>
        name.startsWith(each),
      ),
    ),
  ).catch(() => undefined);
}

/** Removes draft and mark for good, and ends the round for every tab that works in it. */
export async function endDraft(tab: Round): Promise<void> {
  writeLeft(tab.form, undefined);
  await dropUploads(tab.form).catch(() => undefined);
  await dropAsked(tab.form);
  await change(tab, ({ round }) => ({ round: round + 1 }));
  tell({ form: tab.form, type: 'ended' });
}

/** What other tabs do with the same form's draft. Answers the function that stops listening. */
export function onDraftNews(form: string, listener: (type: DraftNews['type']) => void): () => void {
  const handleNews = ({ data }: MessageEvent<DraftNews>) => {
    if (data.form === form) listener(data.type);
  };
  otherTabs().addEventListener('message', handleNews);
  return () => otherTabs().removeEventListener('message', handleNews);
}
