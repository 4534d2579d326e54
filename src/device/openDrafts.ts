/** The open forms, each with true while its draft is saved on this device. */
const open = new Map<string, boolean>();

/** Remembers an open form and the state of its draft. Returns the function that forgets it. */
export function trackDraft(form: string, isKept: boolean): () => void {
  open.set(form, isKept);
  return () => void open.delete(form);
}

/** Returns true if a form is open, and the drafts of all open forms are saved on this device. */
export const areDraftsKept = (): boolean => open.size > 0 && [...open.values()].every(Boolean);
