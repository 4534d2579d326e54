import { useSyncExternalStore } from 'react';

type ToastLevel = 'error' | 'warning' | 'success';

/** A message, which follows a switch of the language, or a text of the server. */
export type ToastText =
  string | { id: FormatjsIntl.Message['ids']; values?: Record<string, string | number> };

export type Toast = {
  id: number;
  level: ToastLevel;
  text: ToastText;
  /** a button, such as undo; it closes the toast */
  action?: { label: ToastText; onClick: () => void };
};

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function setToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a short message at the bottom of the page. A repeated message replaces the first one. */
export function toast(shown: Omit<Toast, 'id'>): void {
  lastId += 1;
  setToasts([
    ...toasts.filter(
      ({ level, text }) =>
        level !== shown.level || JSON.stringify(text) !== JSON.stringify(shown.text),
    ),
    { id: lastId, ...shown },
  ]);
}

export const closeToast = (id: number): void => setToasts(toasts.filter((each) => each.id !== id));

export const clearToasts = (): void => setToasts([]);

export const getToasts = (): readonly Toast[] => toasts;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(subscribe, getToasts, getToasts);
