import type { StatementHashes } from '#schemas/accounts/statements.ts';
import type { Theme } from '#schemas/accounts/brand.rules.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import type { UserData } from '#schemas/access/users.ts';
import { wizardPages, type WizardPage } from '#src/routing/paths.ts';

/** A session on this device; after the server has refused it, only its user. */
export type KeptSession =
  | (UserSession & { /** clock of this device, in ms */ receivedAt: number })
  | { hasEnded: true; user: Pick<UserData, 'userId' | 'username'> };

/** A registration in progress. The password is not stored; the username is stored per tab. */
type KeptRegistration = {
  hashUserKey: string;
  page: WizardPage;
  /** hashes of the accepted texts */ accepted?: StatementHashes | undefined;
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
      return undefined; // written by another program or an earlier version
    }
  };
}

const session: Entry<KeptSession> = {
  parse: asJson<KeptSession>(({ user }) => typeof user?.userId === 'string'),
  survivesLogout: false,
};

/**
 * All entries of localStorage. The privacy notice names each of them; add no entry without it.
 * Entries of the device survive a logout.
 */
const entries = {
  /** the chosen language */
  language: {
    parse: (text): Language | undefined => (text === 'de' || text === 'en' ? text : undefined),
    survivesLogout: true,
  },
  /** overrides the theme of the system */
  theme: {
    parse: (text): Theme | undefined => (text === 'light' || text === 'dark' ? text : undefined),
    survivesLogout: true,
  },
  /** when the storage notice was accepted, ISO instant */
  consentAcceptedAt: { parse: asText, survivesLogout: true },
  /** whether staff have turned off the keys of the inbox that are single letters */
  inboxKeys: { parse: (text) => (text === 'off' ? text : undefined), survivesLogout: true },
  /** the two kinds of session */
  registeredSession: session,
  unregisteredSession: session,
  registration: {
    parse: asJson<KeptRegistration>(
      ({ hashUserKey, page }) =>
        typeof hashUserKey === 'string' && wizardPages.some((known) => known === page),
    ),
    survivesLogout: false,
  },
  /** sessions that ended here while offline */
  pendingLogouts: { parse: asJson<UserSessionKind[]>(Array.isArray), survivesLogout: true },
  /** users who logged out here and whose drafts are still to be deleted */
  loggedOutUsers: { parse: asJson<string[]>(Array.isArray), survivesLogout: true },
  /** end of the login lock (ISO instant) by hash of the username */
  loginLocks: {
    parse: asJson<Record<string, string>>((locks) =>
      Object.values(locks).every((until) => typeof until === 'string'),
    ),
    survivesLogout: false,
  },
  /** ids of cases that accept no replies, also known offline */
  closedCases: { parse: asJson<string[]>(Array.isArray), survivesLogout: false },
} as const satisfies Record<string, Entry<unknown>>;

type Entries = typeof entries;
export type StoredKey = keyof Entries;
export type Stored<K extends StoredKey> = Exclude<ReturnType<Entries[K]['parse']>, undefined>;

const prefix = 'formakte.';
/** Values that the browser refused to store, valid until the page unloads. */
const unkept = new Map<StoredKey, string>();
/** Parsed values by key: the same text returns the same object. */
const parsed = new Map<StoredKey, { text: string; value: unknown }>();
const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

function getText(key: StoredKey): string | undefined {
  try {
    return unkept.get(key) ?? localStorage.getItem(prefix + key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function readStored<K extends StoredKey>(key: K): Stored<K> | undefined {
  const text = getText(key);
  if (text === undefined) return undefined;
  const known = parsed.get(key);
  const value = known?.text === text ? known.value : entries[key].parse(text);
  parsed.set(key, { text, value });
  return value as Stored<K> | undefined; // parsed by the entry of this key
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
    return; // blocked by the browser
  } finally {
    tell();
  }
}

/** Deletes the entries that do not survive a logout, on the device and in this tab. */
export function clearAtLogout(): void {
  for (const key of Object.keys(entries) as StoredKey[])
    if (!entries[key].survivesLogout) removeStored(key);
  for (const choice of choicesOfUser) writeTabChoice(choice, undefined);
}

/** Subscribes to changes, also of other tabs. Returns the function that unsubscribes. */
export function onStoredChange(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Choices of one tab (sessionStorage), named in the privacy notice too. */
type TabChoices = {
  /** drafts are not stored on this device */
  sharedDevice: 'yes';
  /** what was typed into forms that are not open yet, by path, as JSON (earlyInput.ts) */
  earlyInput: string;
  /** the username chosen in the registration */
  chosenUsername: string;
  /** the language of the invitation */
  invitedLanguage: Language;
  /** the key of an invitation for another user that this user accepts with their own login */
  acceptedInvitation: string;
  /** path and query to return to after the login */
  returnUrl: string;
};

/** Tab choices of the user who is logged in, or is about to be. */
const choicesOfUser = [
  'returnUrl',
  'chosenUsername',
  'invitedLanguage',
  'acceptedInvitation',
] as const satisfies (keyof TabChoices)[];

export function readTabChoice<K extends keyof TabChoices>(key: K): TabChoices[K] | undefined {
  try {
    return (sessionStorage.getItem(prefix + key) ?? undefined) as TabChoices[K] | undefined;
  } catch {
    return undefined; // blocked by the browser
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
    return; // blocked by the browser: valid until the page unloads
  } finally {
    tell();
  }
}

const leftPrefix = `${prefix}left:`;

/** Returns a text that an unloading page has stored. */
export function readLeft(name: string): string | undefined {
  try {
    return localStorage.getItem(leftPrefix + name) ?? undefined;
  } catch {
    return undefined; // blocked by the browser
  }
}

/** Stores a text for the next page, or deletes it. */
export function writeLeft(name: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(leftPrefix + name);
    else localStorage.setItem(leftPrefix + name, text);
  } catch {
    return; // blocked or full
  }
}

export function listLeftNames(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(leftPrefix) ? [key.slice(leftPrefix.length)] : [],
    );
  } catch {
    return [];
  }
}
