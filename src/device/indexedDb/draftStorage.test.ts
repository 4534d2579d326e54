// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { keys } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  deleteStrayUploads,
  deleteSavedUpload,
  endDraft,
  saveUpload,
  loadSavedUploads,
  loadStoredForm,
  markSending,
  moveDraft,
  onDraftNews,
  saveDraft,
  unmarkSending,
  forgetDraft,
  forgetDraftsOf,
  saveAsked,
  loadAsked,
  saveOnUnload,
  type Sending,
} from './draftStorage.ts';
import { getAnswerTime } from './draftClock.ts';
import { readLeft } from '#src/device/storage.ts';

let tests = 0;
let form: string;
beforeEach(() => {
  form = `form-${++tests}`;
});
afterEach(() => vi.restoreAllMocks());

const round = (number: number) => ({ form, round: number });
const typed = (workflowKey: string, values: Record<string, unknown>, at: number) => ({
  workflowKey,
  revision: 1,
  changes: Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      { value, at, workflowKey, revision: 1, type: 'input', question: id },
    ]),
  ),
});
const answersKept = async () =>
  Object.fromEntries(
    Object.entries((await loadStoredForm(form)).draft?.answers ?? {}).map(([id, { value }]) => [
      id,
      value,
    ]),
  );

/** Makes the next write fail at commit, like a full disk. */
function breakTheNextCommit() {
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (
    this: IDBObjectStore,
    ...given
  ) {
    const request = put.apply(this, given);
    this.transaction.abort();
    return request;
  });
}

describe('drafts', () => {
  it('A deleted draft keeps its round: the tab may save again', async () => {
    await saveDraft(round(0), typed('a', { first: 'Jonas' }, 1));
    await forgetDraft(round(0));
    expect(await loadStoredForm(form)).toEqual({ round: 0 });
    expect(await saveDraft(round(0), typed('a', { first: 'Jonas' }, 1))).toBeTypeOf('number');
  });

  it('A draft restores answers left by unloading pages, the latest of each element', async () => {
    await saveDraft(round(0), typed('a', { first: 'Jonas', last: 'Wieland' }, 2));
    saveOnUnload(round(0), typed('a', { last: 'Wieland-Voss', city: 'Hamburg' }, 4));
    saveOnUnload(round(0), typed('a', { city: 'zu alt', street: 'Kai' }, 3));
    expect(await answersKept()).toEqual({
      first: 'Jonas',
      last: 'Wieland-Voss',
      city: 'Hamburg',
      street: 'Kai',
    });
    expect(readLeft(form)).toBeUndefined();
  });

  it('Left answers stay until IndexedDB has stored them', async () => {
    saveOnUnload(round(0), typed('a', { first: 'Jonas' }, 1));
    breakTheNextCommit();
    expect(await answersKept()).toEqual({});
    expect(await answersKept()).toEqual({ first: 'Jonas' });
  });

  it.each([
    ['forgotten', () => forgetDraft(round(0))],
    ['ended', () => endDraft(round(0))],
    ['left by a logout', () => forgetDraftsOf(form)],
  ])('The stored form is deleted once the draft is %s', async (_, go) => {
    const asked = {
      formElement: {
        title: 'Schaden',
        formElements: [{ id: 'first', type: 'input', label: 'Vorname' }],
      },
      revision: 2,
    };
    await saveAsked(form, asked);
    await saveDraft(round(0), typed('a', { first: 'Jonas' }, 1));
    expect(await loadAsked(form)).toEqual(asked);
    await go();
    expect(await loadAsked(form)).toBeUndefined();
  });

  it.each([
    ['forgotten', () => forgetDraft(round(0))],
    ['ended', () => endDraft(round(0))],
    ['left by a logout', () => forgetDraftsOf(form)],
  ])('Nothing is restored once the draft is %s', async (_, go) => {
    saveOnUnload(round(0), typed('a', { first: 'Jonas' }, 1));
    await go();
    expect([readLeft(form), await answersKept()]).toEqual([undefined, {}]);
  });

  it('The latest answer of two tabs wins for each element', async () => {
    await saveDraft(round(0), typed('a', { first: 'Jonas', last: 'Wieland' }, 2));
    await saveDraft(round(0), typed('b', { first: 'zu alt', city: 'Hamburg' }, 1));
    expect(await answersKept()).toEqual({ first: 'Jonas', last: 'Wieland', city: 'Hamburg' });
    expect((await loadStoredForm(form)).draft?.workflowKey).toBe('a');
  });

  it('An answer that is typed after the clock was set back wins', async () => {
    const now = Date.now();
    const later = now + 3_600_000;
    await saveDraft(round(0), typed('a', { first: 'Jonas', last: 'Wieland' }, later));
    await loadStoredForm(form);
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    const at = getAnswerTime();
    expect(at).toBeGreaterThan(later);
    await saveDraft(round(0), typed('a', { first: 'Mia' }, at));
    expect(await answersKept()).toEqual({ first: 'Mia', last: 'Wieland' });
    clock.mockReturnValue(now - 3_600_000);
    await saveDraft(round(0), typed('a', { first: 'Maja' }, getAnswerTime()));
    expect(await answersKept()).toEqual({ first: 'Maja', last: 'Wieland' });
  });

  it('A draft is saved once the transaction has committed', async () => {
    breakTheNextCommit();
    expect(await saveDraft(round(0), typed('a', { first: 'Jonas' }, 1))).toBe('failed');
    expect(await answersKept()).toEqual({});
    expect(await saveDraft(round(0), typed('a', { first: 'Jonas' }, 1))).toBeTypeOf('number');
    expect(await answersKept()).toEqual({ first: 'Jonas' });
  });

  it('A tab of an earlier round cannot save', async () => {
    await saveDraft(round(0), typed('a', { first: 'Jonas' }, 1));
    await endDraft(round(0));
    expect(await saveDraft(round(0), typed('a', { first: 'zu spät' }, 2))).toBe('ended');
    await saveDraft(round(1), typed('b', { first: 'Mia' }, 3));
    await endDraft(round(0));
    expect(await answersKept()).toEqual({ first: 'Mia' });
  });

  it('A draft moves to a new workflow', async () => {
    await saveDraft(round(0), typed('a', { first: 'Jonas' }, 1));
    await moveDraft(round(0), { from: 'a', to: 'b', revision: 2 });
    expect((await loadStoredForm(form)).draft).toMatchObject({ workflowKey: 'b', revision: 2 });
  });

  it('Other tabs are notified of a saved draft', async () => {
    const heard: string[] = [];
    const other = new BroadcastChannel('formakte.drafts');
    other.onmessage = ({ data }: MessageEvent<{ form: string; type: string }>) => {
      if (data.form === form) heard.push(data.type);
    };
    await saveDraft(round(0), typed('a', { first: 'Jonas' }, 1));
    await endDraft(round(0));
    await expect.poll(() => heard).toEqual(['changed', 'ended']);
    const listened: string[] = [];
    const stop = onDraftNews(form, (type) => listened.push(type));
    other.postMessage({ form, type: 'changed' });
    other.postMessage({ form: 'another', type: 'changed' });
    await expect.poll(() => listened).toEqual(['changed']);
    stop();
    other.close();
  });
});

describe('the mark of sending', () => {
  const thanks = {
    accountName: 'Kanzlei',
    headerLogoUrl: null,
    theme: {},
    resultText: null,
    returnUrl: null,
  };
  const mark = (workflowKey: string): Sending => ({
    workflowKey,
    idempotencyKey: `key of ${workflowKey}`,
    thanks,
  });
  const copyOf = (value: string) => ({
    formElement: { title: 'Schaden', formElements: [] },
    answers: [{ elementId: 'first', type: 'input', value }],
    revision: 1,
    accepted: [],
  });

  it('The first mark wins, so that every attempt has one key', async () => {
    expect(await markSending(round(0), mark('a'))).toEqual(mark('a'));
    expect(await markSending(round(0), mark('b'))).toEqual(mark('a'));
    expect((await loadStoredForm(form)).sending).toEqual(mark('a'));
  });

  it('Changed answers of one workflow replace the mark, so that they have a key of their own', async () => {
    const sent = { ...mark('a'), copy: copyOf('Jonas') };
    const corrected = { ...mark('b'), workflowKey: sent.workflowKey, copy: copyOf('Jonas K.') };
    await markSending(round(0), sent);
    expect(await markSending(round(0), { ...corrected, copy: copyOf('Jonas') })).toEqual(sent);
    expect(await markSending(round(0), corrected)).toEqual(corrected);
    const ofOther = { ...mark('c'), workflowKey: 'another', copy: copyOf('Ida') };
    expect(await markSending(round(0), ofOther)).toEqual(corrected); // which is checked first
  });

  it('A deleted draft deletes its mark', async () => {
    await saveDraft(round(0), typed('a', { first: 'Jonas' }, 1));
    await markSending(round(0), mark('a'));
    await forgetDraft(round(0));
    expect((await keys<string>()).filter((key) => key.includes(form))).toEqual([]);
  });

  it('A removed mark keeps the draft', async () => {
    await saveDraft(round(0), typed('a', { first: 'Jonas' }, 1));
    await markSending(round(0), mark('a'));
    await unmarkSending(round(0));
    expect(await loadStoredForm(form)).toMatchObject({ round: 0, draft: { workflowKey: 'a' } });
    expect((await loadStoredForm(form)).sending).toBeUndefined();
  });

  it('A tab of an earlier round cannot mark', async () => {
    await endDraft(round(0));
    expect(await markSending(round(0), mark('a'))).toBe('ended');
  });
});

describe('pending uploads', () => {
  const upload = (key: string) => ({ key, place: 'photos', file: new File(['x'], `${key}.jpg`) });
  const keysKept = async () => (await loadSavedUploads(form)).map(({ key }) => key).sort();
  const keep = (key: string, number = 0) =>
    saveUpload(round(number), { workflowKey: 'a', revision: 1 }, upload(key));

  it('Pending uploads are stored beside the draft of their workflow', async () => {
    await keep('one');
    await keep('two');
    expect(await keysKept()).toEqual(['one', 'two']);
    expect((await loadSavedUploads(form))[0]).toMatchObject({ place: 'photos' });
    expect((await loadStoredForm(form)).draft).toMatchObject({ workflowKey: 'a', answers: {} });
    expect(await loadSavedUploads(`${form}0`)).toEqual([]);
    await deleteSavedUpload(form, 'one');
    expect(await keysKept()).toEqual(['two']);
  });

  it.each([
    ['ends', endDraft],
    ['is forgotten', forgetDraft],
  ])('Pending uploads are deleted when the draft %s', async (_, end) => {
    await keep('one');
    await end(round(0));
    expect(await keysKept()).toEqual([]);
  });

  it('Uploads of a removed row are deleted, unless another tab sends them', async () => {
    for (const key of ['one', 'two']) await keep(key);
    await deleteStrayUploads(form, () => true);
    expect(await keysKept()).toEqual(['one', 'two']);
    vi.stubGlobal('navigator', {
      locks: {
        request: async (
          name: string,
          _: unknown,
          work: (lock: object | null) => Promise<unknown>,
        ) => work(name.endsWith('one') ? null : {}),
      },
    });
    await deleteStrayUploads(form, () => false);
    expect(await keysKept()).toEqual(['one']);
    vi.unstubAllGlobals();
  });

  it('A tab of an earlier round stores no uploads', async () => {
    await endDraft(round(0));
    await keep('late', 0);
    expect(await keysKept()).toEqual([]);
  });
});
