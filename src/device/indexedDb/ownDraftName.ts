/*
 * Drafts of messages: each open tab has one of its own, because two tabs write different texts. A
 * Web Lock says that a draft is open in a tab.
 */
import { listDraftNames } from './draftStorage.ts';
import { runWithLock } from '#src/device/webLock.ts';

/** The name of a draft that no other open tab has, until `release` is called. */
export type OwnDraftName = { form: string; release: () => void };

/** Returns the function that releases the draft; undefined if another tab has it. */
const hold = (form: string): Promise<(() => void) | undefined> =>
  new Promise((resolve) => {
    void runWithLock(`formakte.draft:${form}`, { ifAvailable: true }, async (isHeld) => {
      if (!isHeld) return resolve(undefined);
      return new Promise<void>((release) => resolve(release));
    });
  });

/** Tries the stored drafts, the newest first, and then the first free name. */
function* listCandidates(name: string, stored: readonly string[]): Generator<string, never> {
  yield* stored;
  yield name;
  for (let number = 2; ; number += 1) yield `${name}~${number}`;
}

async function claim(name: string): Promise<OwnDraftName> {
  const stored = await listDraftNames((form) => form === name || form.startsWith(`${name}~`));
  const candidates = listCandidates(name, stored);
  for (;;) {
    const form = candidates.next().value;
    const release = await hold(form);
    if (release) return { form, release };
  }
}

/** Claims of this tab run one after the other, so that a draft is free again for the next. */
let lastClaim: Promise<unknown> = Promise.resolve();

/**
 * Claims the newest draft under this name that no open tab has, or the name of a new one. Without
 * Web Locks all tabs share the newest draft.
 */
export function claimDraftName(name: string): Promise<OwnDraftName> {
  const next = lastClaim.then(() => claim(name));
  lastClaim = next.catch(() => undefined);
  return next;
}
