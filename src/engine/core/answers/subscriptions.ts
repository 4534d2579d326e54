import type { FieldAddress } from '../fieldAddress.ts';
import type { AnswerError } from '../validation/validateAnswers.ts';

type Listener = () => void;
type Unsubscribe = () => void;

/** The state of one element that its view draws. */
export type ElementState = {
  value: unknown;
  error: AnswerError | undefined;
  isVisible: boolean;
  isRequired: boolean;
};

/** Notifies subscribers and caches the snapshot of each element for `useSyncExternalStore`. */
export function createSubscriptions(read: (address: FieldAddress) => ElementState) {
  const snapshots = new Map<FieldAddress, ElementState>();
  const byAddress = new Map<FieldAddress, Set<Listener>>();
  const changeListeners = new Set<(elementId: string) => void>();
  const outlineListeners = new Set<Listener>();

  const notify = (address: FieldAddress) =>
    byAddress.get(address)?.forEach((listener) => listener());

  return {
    notify,
    /** Notifies subscribers of top-level elements and of the fields in their rows. */
    notifyWithin(isIncluded: (elementId: string) => boolean) {
      for (const address of byAddress.keys())
        if (isIncluded(address.split('/')[0] ?? '')) notify(address);
    },
    notifyChange: (elementId: string) => changeListeners.forEach((listener) => listener(elementId)),
    notifyOutline: () => outlineListeners.forEach((listener) => listener()),

    /** Returns the same object until a part of the state changes. */
    getElementState(address: FieldAddress): ElementState {
      const before = snapshots.get(address);
      const after = read(address);
      if (before && isSameState(before, after)) return before;
      snapshots.set(address, after);
      return after;
    },
    /** Writes a value into the snapshot: its field draws it itself and needs no update. */
    updateSnapshot(address: FieldAddress, value: unknown) {
      const snapshot = snapshots.get(address);
      if (snapshot) snapshot.value = value;
    },

    /** Subscribes to value, error, visibility and rows at one address. */
    subscribe(address: FieldAddress, listener: Listener): Unsubscribe {
      const listeners = byAddress.get(address) ?? new Set();
      byAddress.set(address, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        byAddress.delete(address);
        snapshots.delete(address);
      };
    },
    /** Subscribes to answers that the visitor gives, by the id of the element or its group. */
    subscribeChanges(listener: (elementId: string) => void): Unsubscribe {
      changeListeners.add(listener);
      return () => void changeListeners.delete(listener);
    },
    /** Subscribes to progress, visibility and errors of the whole form. */
    subscribeOutline(listener: Listener): Unsubscribe {
      outlineListeners.add(listener);
      return () => void outlineListeners.delete(listener);
    },
  };
}

const isSameState = (left: ElementState, right: ElementState): boolean =>
  Object.is(left.value, right.value) &&
  left.error === right.error &&
  left.isVisible === right.isVisible &&
  left.isRequired === right.isRequired;
