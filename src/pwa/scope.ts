import type { Language } from '#schemas/platform/common.ts';

export type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void };
export type Fetching = Event & {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
};
export type Pushed = Lasting & { data: { text: () => string } | null };
export type Clicked = Lasting & { notification: Notification };

export type Tab = {
  url: string;
  focused: boolean;
  postMessage: (message: unknown) => void;
  focus: () => Promise<unknown>;
};

/** `renotify` plays the sound again for a notification that replaces another. */
type Shown = NotificationOptions & { renotify?: boolean };

/**
 * The global scope of a service worker; TypeScript loads the types of either a page or a worker.
 */
export type Scope = {
  location: Location;
  navigator: { language: string };
  skipWaiting: () => Promise<void>;
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly Tab[]>;
    openWindow: (address: string) => Promise<unknown>;
  };
  registration: {
    pushManager: PushManager;
    showNotification: (title: string, options: Shown) => Promise<void>;
  };
  addEventListener: {
    (
      type: 'install' | 'activate' | 'pushsubscriptionchange',
      listener: (event: Lasting) => void,
    ): void;
    (type: 'fetch', listener: (event: Fetching) => void): void;
    (type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
    (type: 'push', listener: (event: Pushed) => void): void;
    (type: 'notificationclick', listener: (event: Clicked) => void): void;
  };
};

/** Texts of notifications by id. */
export type PushTexts = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** A message of the service worker to a tab: the page that a click on a notification opens. */
export type OpenMessage = { open: string };

export const isOpenMessage = (data: unknown): data is OpenMessage =>
  typeof data === 'object' && data !== null && 'open' in data && typeof data.open === 'string';
