import type { StatementHashes } from '#schemas/acceptances.ts';
import type { Theme } from '#schemas/brand.rules.ts';
import type { Language } from '#schemas/common.ts';
import type { UserSession, UserSessionKind } from '#schemas/sessions.ts';
import type { UserData } from '#schemas/users.ts';
import { wizardPages, type WizardPage } from './paths.ts';

/** A login on this device; once the server has refused it, only whose it was. */
export type KeptSession =
  | (UserSession & { /** by this device's clock, in ms */ receivedAt: number })
  | { hasEnded: true; user: Pick<UserData, 'userId' | 'username'> };

/** A registration that has begun. The password is kept nowhere; what was chosen before it is a choice of the tab. */
type KeptRegistration = {
  hashUserKey: string;
  page: WizardPage;
  /** which texts were accepted in it */ accepted?: StatementHashes | undefined;
};

type Entry<T> = { parse: (text: string) => T | undefined; survivesLogout: boolean };

const asText = (text: string): string => text;

function asJson<T>(isMeant: (value: Partial<T>) => boolean): (text: string) => T | undefined {
  return (text) => {
    try {
      const value = JSON.parse(text) as Partial<T> | null;
      return typeof value === 'object' && value !== null && isMeant(value)
        ? (value as T)
        : undefined;
    } catch {
      return undefined; // not ours, or of an earlier version
    }
  };
}

const session: Entry<KeptSession> = {
  parse: asJson<KeptSession>(({ user }) => typeof user?.userId === 'string'),
  survivesLogout: false,
};

/** Everything the browser keeps by key. Each line is named in the privacy notice; nothing else may be stored. A logout leaves what belongs to the device. */
const entries = {
  /** the language somebody chose */
  language: {
    parse: (text): Language | undefined => (text === 'de' || text === 'en' ? text : undefined),
    survivesLogout: true,
  },
  /** light or dark, whatever the system says */
  theme: {
    parse: (text): Theme | undefined => (text === 'light' || text === 'dark' ? text : undefined),
    survivesLogout: true,
  },
  /** when the notice about storage was acknowledged, ISO instant */
  consentAcceptedAt: { parse: asText, survivesLogout: true },
  /** the two kinds of login, apart (calls.md §6) */
  registeredSession: session,
  unregisteredSession: session,
  registration: {
    parse: asJson<KeptRegistration>(
      ({ hashUserKey, page }) =>
        typeof hashUserKey === 'string' && wizardPages.some((known) => known === page),
    ),
    survivesLogout: false,
  },
  /** logins that ended here while the server could not be told */
  unsaidLogouts: { parse: asJson<UserSessionKind[]>(Array.isArray), survivesLogout: true },
  /** users who have logged out here, until what they wrote is gone */
  loggedOutUsers: { parse: asJson<string[]>(Array.isArray), survivesLogout: true },
  /** until when the login is locked, an ISO instant for each name; of the name a mark that tells it from others */
  loginLocks: {
    parse: asJson<Record<string, string>>((locks) =>
      Object.values(locks).every((until) => typeof until === 'string'),
    ),
    survivesLogout: false,
  },
  /** cases that take no messages from the client, by their ids: also off the net nobody is asked to write there */
  closedCases: { parse: asJson<string[]>(Array.isArray), survivesLogout: false },
} as const satisfies Record<string, Entry<unknown>>;

type Entries = typeof entries;
export type StoredKey = keyof Entries;
export type Stored<K extends StoredKey> = Exclude<ReturnType<Entries[K]['parse']>, undefined>;

const prefix = 'formakte.';
/** What a browser refused to keep: it holds for this page only. */
const unkept = new Map<StoredKey, string>();
/** The last text of a key and what it was read as: the same text is the same value. */
const parsed = new Map<StoredKey, { text: string; value: unknown }>();
const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

function textOf(key: StoredKey): string | undefined {
  try {
    return unkept.get(key) ?? localStorage.getItem(prefix + key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function readStored<K extends StoredKey>(key: K): Stored<K> | undefined {
  const text = textOf(key);
  if (text === undefined) return undefined;
  const known = parsed.get(key);
  const value = known?.text === text ? known.value : entries[key].parse(text);
  parsed.set(key, { text, value });
  return value as Stored<K> | undefined; // what the entry's own parse has made
}

export function writeStored<K extends StoredKey>(key: K, value: Stored<K>): void {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  try {
    localStorage.setItem(prefix + key, text);
    unkept.delete(key);
  } catch {
    unkept.set(key, text);
  }
  tell();
}

export function removeStored(key: StoredKey): void {
  unkept.delete(key);
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    return; // blocked: nothing is there
  } finally {
    tell();
  }
}

/** Removes what a logout ends, on the whole device and in this tab. */
export function clearAtLogout(): void {
  for (const key of Object.keys(entries) as StoredKey[])
    if (!entries[key].survivesLogout) removeStored(key);
  for (const choice of ['returnUrl', 'chosenUsername', 'invitedLanguage'] as const)
    writeTabChoice(choice, undefined);
}

/** Hears of every change, other tabs' too. Answers the function that stops listening. */
export function onStoredChange(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** What holds for one tab and ends with it. Named in the privacy notice as well. */
type TabChoices = {
  /** nothing typed is kept on this device */
  sharedDevice: 'yes';
  /** the username somebody has chosen in their registration */
  chosenUsername: string;
  /** that whoever was invited here is written to in */
  invitedLanguage: Language;
  /** where somebody wanted to go before the login, as path and query */
  returnUrl: string;
};

export function readTabChoice<K extends keyof TabChoices>(key: K): TabChoices[K] | undefined {
  try {
    return (sessionStorage.getItem(prefix + key) ?? undefined) as TabChoices[K] | undefined;
  } catch {
    return undefined; // blocked: then nothing can be kept anyway
  }
}

export function writeTabChoice<K extends keyof TabChoices>(
  key: K,
  value: TabChoices[K] | undefined,
): void {
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + key);
    else sessionStorage.setItem(prefix + key, value);
  } catch {
    return; // blocked: it holds until the page is left
  }
}

const leftPrefix = `${prefix}left:`;

/** What a page that went has left to the next one, by the name it gave it. */
export function readLeft(name: string): string | undefined {
  try {
    return localStorage.getItem(leftPrefix + name) ?? undefined;
  } catch {
    return undefined; // blocked: nothing was left
  }
}

/** Leaves a text to the next page, or takes it away. */
export function writeLeft(name: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(leftPrefix + name);
    else localStorage.setItem(leftPrefix + name, text);
  } catch {
    return; // blocked or full: it goes with the page
  }
}

/** The names of all that was left. */
export function leftNames(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(leftPrefix) ? [key.slice(leftPrefix.length)] : [],
    );
  } catch {
    return [];
  }
}
