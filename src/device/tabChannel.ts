export type TabChannel = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'close'
>;

/** Reaches no tab. */
const silent: TabChannel = {
  postMessage: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  close: () => undefined,
};

/**
 * Opens a channel to the other tabs; a channel does not receive its own messages. A browser that
 * refuses storage refuses channels too, and old ones have none: no tab is reached then.
 */
export function openTabChannel(name: string): TabChannel {
  try {
    return new BroadcastChannel(name);
  } catch {
    return silent;
  }
}
