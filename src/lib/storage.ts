import type { Language } from '#schemas/common.ts';

/** Everything the browser keeps by key. Each line is named in the privacy notice; nothing else may be stored. */
type Stored = {
  /** the language somebody chose */
  language: Language;
  /** when the notice about storage was acknowledged, ISO instant */
  consentAcceptedAt: string;
};

const prefix = 'formakte.';

/** undefined when nothing is stored, or when the browser keeps storage from us. */
export function readStored<K extends keyof Stored>(key: K): Stored[K] | undefined {
  try {
    return (localStorage.getItem(prefix + key) ?? undefined) as Stored[K] | undefined;
  } catch {
    return undefined;
  }
}

export function writeStored<K extends keyof Stored>(key: K, value: Stored[K]): void {
  try {
    localStorage.setItem(prefix + key, value);
  } catch {
    // Blocked storage: the choice holds for this page only.
  }
}
