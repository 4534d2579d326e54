import { useEffect, useEffectEvent } from 'react';
import { readStored } from '#src/device/storage.ts';

export const inboxKeys = ['j', 'k', 'e', 'i', '/', '?'] as const;
export type InboxKey = (typeof inboxKeys)[number];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches('input, textarea, select') || target.closest('dialog') !== null);

/**
 * Calls the handler for keys outside fields and dialogs. The reader can turn them off and on again in
 * their overview, which the list also opens by a button.
 */
export function useInboxKeys(onKey: (key: InboxKey) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const key = inboxKeys.find((each) => each === event.key.toLowerCase());
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (!key || hasModifier || isTyping(event.target) || readStored('inboxKeys') === 'off') return;
    event.preventDefault();
    onKey(key);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
