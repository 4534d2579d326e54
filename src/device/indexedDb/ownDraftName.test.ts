// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { clear } from 'idb-keyval';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeLocks } from '#src/engine/testing/fakeLocks.ts';
import { endDraft, loadStoredForm, saveDraft } from './draftStorage.ts';
import { claimDraftName } from './ownDraftName.ts';

const name = 'message:u1:a:c::';

async function write(form: string, value: string): Promise<void> {
  const version = { workflowKey: form, revision: 0 };
  const answer = { value, at: 1, ...version, type: 'textarea', question: 'Nachricht' };
  const { round } = await loadStoredForm(form);
  await saveDraft({ form, round }, { ...version, changes: { TextContent: answer } });
}
const read = async (form: string) =>
  (await loadStoredForm(form)).draft?.answers['TextContent']?.value;

const setLocks = (value: unknown) =>
  Object.defineProperty(navigator, 'locks', { value, configurable: true });
beforeEach(async () => {
  await clear();
  setLocks(createFakeLocks());
});
afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

it('Two tabs that write under one name keep both texts', async () => {
  const one = await claimDraftName(name);
  await write(one.form, 'Erster Text');
  const other = await claimDraftName(name);
  expect(other.form).not.toBe(one.form);
  expect(await read(other.form)).toBeUndefined();
  await write(other.form, 'Zweiter Text');
  await endDraft({ form: other.form, round: 0 });
  expect([await read(one.form), await read(other.form)]).toEqual(['Erster Text', undefined]);
});

it('A tab continues the newest draft that no other tab has open', async () => {
  const tabs = [await claimDraftName(name), await claimDraftName(name), await claimDraftName(name)];
  for (const { form } of tabs) {
    await write(form, form);
    await new Promise((resolve) => setTimeout(resolve, 2)); // another millisecond for each draft
  }
  tabs.slice(0, 2).forEach(({ release }) => release());
  const forms = [await claimDraftName(name), await claimDraftName(name)].map(({ form }) => form);
  expect(forms).toEqual([tabs[1]?.form, tabs[0]?.form]);
});

it('A draft that was sent is not continued, and its name is used again', async () => {
  const { form, release } = await claimDraftName(name);
  await write(form, 'Gesendet');
  await endDraft({ form, round: 0 });
  release();
  const next = await claimDraftName(name);
  expect([next.form, await read(next.form)]).toEqual([form, undefined]);
});

it('The drafts of other names are not continued', async () => {
  await write(`${name}returned`, 'Zurückgekommen');
  expect((await claimDraftName(name)).form).toBe(name);
});

it('Tabs of a browser without locks continue the newest draft', async () => {
  setLocks(undefined);
  await write(name, 'Erster Text');
  expect([(await claimDraftName(name)).form, (await claimDraftName(name)).form]).toEqual([
    name,
    name,
  ]);
});
