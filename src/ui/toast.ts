import { useSyncExternalStore } from 'react';

type ToastLevel = 'error' | 'warning' | 'success';
export type Toast = { id: number; level: ToastLevel; text: string };

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
    ...toasts.filter(({ level, text }) => level !== shown.level || text !== shown.text),
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
