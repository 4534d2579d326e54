import type { Language } from '#schemas/common.ts';

/** Everything the browser keeps by key. Each line is named in the privacy notice; nothing else may be stored. */
type Stored = {
  /** the language somebody chose */
  language: Language;
  /** when the notice about storage was acknowledged, ISO instant */
  consentAcceptedAt: string;
};

const prefix = 'formakte.';
/** What a browser refused to keep: it holds for this page only. */
const unkept: Partial<Stored> = {};

export function readStored<K extends keyof Stored>(key: K): Stored[K] | undefined {
  try {
    return unkept[key] ?? ((localStorage.getItem(prefix + key) ?? undefined) as Stored[K] | undefined);
  } catch {
    return undefined;
  }
}

export function writeStored<K extends keyof Stored>(key: K, value: Stored[K]): void {
  try {
    localStorage.setItem(prefix + key, value);
    delete unkept[key];
  } catch {
    unkept[key] = value;
  }
}

/** What holds for one tab and ends with it. Named in the privacy notice as well. */
type TabChoices = {
  /** nothing typed is kept on this device */
  sharedDevice: 'yes';
};

export function readTabChoice<K extends keyof TabChoices>(key: K): TabChoices[K] | undefined {
  try {
    return (sessionStorage.getItem(prefix + key) ?? undefined) as TabChoices[K] | undefined;
  } catch {
    return undefined; // blocked: then nothing can be kept anyway
  }
}

export function writeTabChoice<K extends keyof TabChoices>(key: K, value: TabChoices[K] | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + key);
    else sessionStorage.setItem(prefix + key, value);
  } catch {
    return; // blocked: it holds until the page is left
  }
}
