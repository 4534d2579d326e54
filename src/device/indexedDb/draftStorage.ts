/*
 * Autosaved draft: answers typed so far, stored in IndexedDB of this device only.
 */
import { del, delMany, get, keys, set, update } from './keyValues.ts';
import type { FormProvider } from '#schemas/forms/assistants.ts';
import type { DraftAnswer } from '#schemas/forms/drafts.ts';
import type { FormContent } from '#schemas/forms/forms.ts';
import { observeAnswers } from './draftClock.ts';
import type { Copy, Thanks } from './receipts.ts';
import { getServerNow } from '#src/device/serverClock.ts';
import { openTabChannel, type TabChannel } from '#src/device/tabChannel.ts';
import { listLeftNames, readLeft, writeLeft } from '#src/device/storage.ts';
import { runWithLock } from '#src/device/webLock.ts';

/** Answers typed so far, one draft per form. */
export type Draft = {
  /** The workflow of the tab that saved first. */
  workflowKey: string;
  revision: number;
  answers: Record<string, DraftAnswer>;
  savedAt: number;
};

/**
 * A mark from before a submission until its result is known: a lost response must not cause a
 * second submission.
 */
export type Sending = {
  workflowKey: string;
  idempotencyKey: string;
  /** Stored with the mark, because a submitted workflow no longer returns its form. */
  thanks: Thanks;
  /** Copy of what is sent; absent in marks of an earlier version. */
  copy?: Copy;
  /** Logical time (draftClock.ts): answers with a later one were not sent. */
  markedAt?: number;
};

/** A pending upload and its element. Rows are named by id, because they can be moved. */
export type KeptUpload = { key: string; place: string; file: File };

/** Everything stored of one form, besides pending uploads. */
export type StoredForm = {
  draft?: Draft;
  sending?: Sending;
  /** Counts submissions and discards: a tab of an earlier round must neither save nor send. */
  round: number;
};

/** The form in the revision that was filled in, and the provider of one that has a link. */
export type AskedForm = { formElement: FormContent; revision: number; provider?: FormProvider };

/** The form and round of a tab. */
export type Round = { form: string; round: number };

type DraftNews = { form: string; type: 'changed' | 'ended' };

const getFormKey = (form: string): string => `form:${form}`;
const getAskedKey = (form: string): string => `asked:${form}`;

let channel: TabChannel | undefined;
/** One channel per tab. */
const otherTabs = () => (channel ??= openTabChannel('formakte.drafts'));
const notifyTabs = (news: DraftNews): void => otherTabs().postMessage(news);

type Answers = Record<string, DraftAnswer>;
type Changes = { workflowKey: string; revision: number; changes: Answers };
type Left = Changes & Pick<Round, 'round'>;

/** Returns the later answer of each element. */
const mergeAnswers = (before: Answers, changes: Answers): Answers => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(changes).filter(([id, { at }]) => (before[id]?.at ?? 0) <= at),
  ),
});

const parseLeft = (text: string | undefined): Left | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Left); // written by `saveOnUnload`

/**
 * Stores answers synchronously while the page unloads. IndexedDB may drop a write that is not
 * committed before the page is gone.
 */
export function saveOnUnload({ form, round }: Round, left: Changes): void {
  const before = parseLeft(readLeft(form));
  const changes =
    before?.round === round ? mergeAnswers(before.changes, left.changes) : left.changes;
  writeLeft(form, JSON.stringify({ ...left, changes, round }));
}

async function restoreLeft(form: string): Promise<void> {
  const text = readLeft(form);
  const left = parseLeft(text);
  if (!left) return;
  const result = await saveDraft({ form, round: left.round }, left);
  if (result !== 'failed' && readLeft(form) === text) writeLeft(form, undefined);
}

/** Loads the draft. Returns an empty one where the browser refuses IndexedDB (private windows). */
export async function loadStoredForm(form: string): Promise<StoredForm> {
  await restoreLeft(form).catch(() => undefined);
  const kept = (await get<StoredForm>(getFormKey(form)).catch(() => undefined)) ?? { round: 0 };
  observeAnswers(kept.draft?.answers ?? {});
  return kept;
}

/** Lists the forms with these names that have a draft, the newest draft first. */
export async function listDraftNames(isMeant: (form: string) => boolean): Promise<string[]> {
  const prefix = getFormKey('');
  const stored = (await keys().catch(() => [])).flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  );
  const names = [...new Set([...stored, ...listLeftNames()])].filter(isMeant);
  const forms = await Promise.all(
    names.map(async (form) => ({ form, ...(await loadStoredForm(form)) })),
  );
  return forms
    .flatMap(({ form, draft }) => (draft ? [{ form, savedAt: draft.savedAt }] : []))
    .sort((one, other) => other.savedAt - one.savedAt)
    .map(({ form }) => form);
}

/** Updates the stored form within the tab's own round. Returns it once it is committed. */
async function change(
  { form, round }: Round,
  next: (kept: StoredForm) => StoredForm,
): Promise<StoredForm | 'ended' | 'failed'> {
  let result: StoredForm | 'ended' = 'ended';
  try {
    await update<StoredForm>(getFormKey(form), (kept = { round }) => {
      result = kept.round === round ? next(kept) : 'ended';
      return result === 'ended' ? kept : result;
    });
    return result;
  } catch {
    return 'failed';
  }
}

/**
 * Saves the answers changed in this tab. For each element the latest answer of all tabs wins, also
 * across workflows. Returns the time of saving.
 */
export async function saveDraft(
  tab: Round,
  { workflowKey, revision, changes }: Changes,
): Promise<number | 'ended' | 'failed'> {
  const savedAt = getServerNow();
  const kept = await change(tab, (before) => {
    const begun = before.draft ?? { workflowKey, revision, answers: {} };
    return {
      ...before,
      draft: { ...begun, answers: mergeAnswers(begun.answers, changes), savedAt },
    };
  });
  if (typeof kept === 'string') return kept;
  notifyTabs({ form: tab.form, type: 'changed' });
  return savedAt;
}

/** Moves the draft to a new workflow after its own has expired. */
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

const serialize = ({ answers, accepted }: Copy): string => JSON.stringify([answers, accepted]);

/** Returns true for a try with other answers than those of the mark, which may have arrived. */
export const hasOtherContent = (before: Sending, { copy }: Sending): boolean =>
  before.copy !== undefined && copy !== undefined && serialize(before.copy) !== serialize(copy);

/**
 * Marks the form as being sent. Returns the stored mark: an earlier one of any tab wins, unless the
 * answers were changed since. Their own key tells the server that they are no retry.
 */
export async function markSending(
  tab: Round,
  fresh: Sending,
): Promise<Sending | 'ended' | 'failed'> {
  const isReplaced = (before: Sending): boolean =>
    before.workflowKey === fresh.workflowKey && hasOtherContent(before, fresh);
  const kept = await change(tab, ({ sending: before, ...rest }) => ({
    ...rest,
    sending: before && !isReplaced(before) ? before : fresh,
  }));
  return typeof kept === 'string' ? kept : (kept.sending ?? fresh);
}

/** Removes the mark: the server certainly did not store the submission. */
export async function unmarkSending(tab: Round): Promise<void> {
  await change(tab, ({ draft, round }) => ({ round, ...(draft ? { draft } : {}) }));
}

/** Stores the form beside its draft, so that answers can be read when the form is gone. */
export const saveAsked = (form: string, asked: AskedForm): Promise<void> =>
  set(getAskedKey(form), asked).catch(() => undefined);

export const loadAsked = (form: string): Promise<AskedForm | undefined> =>
  get<AskedForm>(getAskedKey(form)).catch(() => undefined);

const dropAsked = (form: string): Promise<void> => del(getAskedKey(form)).catch(() => undefined);

const getUploadPrefix = (form: string): string => `upload:${form}:`;

async function dropUploads(form: string): Promise<void> {
  const names = await keys();
  await delMany(names.filter((name) => name.startsWith(getUploadPrefix(form))));
}

/**
 * Stores a pending upload beside the draft, which it creates if needed. Without disk space a reload
 * loses it.
 */
export async function saveUpload(
  tab: Round,
  workflow: Pick<Draft, 'workflowKey' | 'revision'>,
  upload: KeptUpload,
): Promise<void> {
  const kept = await change(tab, (before) => ({
    ...before,
    draft: before.draft ?? { ...workflow, answers: {}, savedAt: getServerNow() },
  }));
  if (typeof kept !== 'string')
    await set(getUploadPrefix(tab.form) + upload.key, upload).catch(() => undefined);
}

/** Deletes an upload that was finished or given up. */
export async function deleteSavedUpload(form: string, key: string): Promise<void> {
  await del(getUploadPrefix(form) + key).catch(() => undefined);
}

/** Loads the uploads that were pending when the page unloaded. */
export async function loadSavedUploads(form: string): Promise<KeptUpload[]> {
  try {
    const names = (await keys()).filter((name) => name.startsWith(getUploadPrefix(form)));
    return (await Promise.all(names.map((name) => get<KeptUpload>(name)))).filter(
      (upload) => upload !== undefined,
    );
  } catch {
    return []; // no IndexedDB
  }
}

/** Resumes a stored upload in one tab at a time. Returns true if this tab did. */
export const holdUpload = (key: string, work: () => Promise<void>): Promise<boolean> =>
  runWithLock(`formakte.upload:${key}`, { ifAvailable: true }, async (isHeld) => {
    if (isHeld) await work();
    return isHeld;
  });

/**
 * Deletes uploads of removed rows, unless another tab sends them. Not to be called while a removal
 * can be undone.
 */
export async function deleteStrayUploads(
  form: string,
  hasPlace: (place: string) => boolean,
): Promise<void> {
  const strays = (await loadSavedUploads(form)).filter(({ place }) => !hasPlace(place));
  await Promise.all(strays.map(({ key }) => holdUpload(key, () => deleteSavedUpload(form, key))));
}

/**
 * Deletes answers and mark but stays in the round: the user wants nothing stored on this device.
 */
export async function forgetDraft(tab: Round): Promise<void> {
  writeLeft(tab.form, undefined);
  await dropUploads(tab.form).catch(() => undefined);
  await dropAsked(tab.form);
  const kept = await change(tab, ({ round }) => ({ round }));
  if (typeof kept !== 'string' && kept.round === 0)
    await del(getFormKey(tab.form)).catch(() => undefined); // round 0 is the default
}

/** Deletes the drafts of all forms whose name has this prefix, at a logout. */
export async function forgetDraftsOf(beginning: string): Promise<void> {
  for (const form of listLeftNames()) if (form.startsWith(beginning)) writeLeft(form, undefined);
  const names = await keys().catch(() => []);
  await delMany(
    names.filter((name) =>
      [getFormKey(beginning), getAskedKey(beginning), `upload:${beginning}`].some((each) =>
        name.startsWith(each),
      ),
    ),
  ).catch(() => undefined);
}

/** Deletes draft and mark, and ends the round in every tab. */
export async function endDraft(tab: Round): Promise<void> {
  writeLeft(tab.form, undefined);
  await dropUploads(tab.form).catch(() => undefined);
  await dropAsked(tab.form);
  await change(tab, ({ round }) => ({ round: round + 1 }));
  notifyTabs({ form: tab.form, type: 'ended' });
}

/** Deletes draft and mark of a form in the round that is stored. */
export async function endStoredDraft(form: string): Promise<void> {
  const { round } = await loadStoredForm(form);
  await endDraft({ form, round });
}

/** Subscribes to changes of the draft in other tabs. Returns the function that unsubscribes. */
export function onDraftNews(form: string, listener: (type: DraftNews['type']) => void): () => void {
  const handleNews = ({ data }: MessageEvent<DraftNews>) => {
    if (data.form === form) listener(data.type);
  };
  otherTabs().addEventListener('message', handleNews);
  return () => otherTabs().removeEventListener('message', handleNews);
}
