import { readStored, removeStored, writeStored } from './storage.ts';

type Seen = { idHash: string; isOpenForReplies: boolean };

/**
 * Stores which of the loaded cases accept no replies. Nothing else of a case is stored on the
 * device (docs/decisions/portal/0074-what-is-cached-for-offline-use.md).
 */
export function storeClosedCases(seen: readonly Seen[]): void {
  const before = readStored('closedCases') ?? [];
  const open = new Set(
    seen.filter(({ isOpenForReplies }) => isOpenForReplies).map(({ idHash }) => idHash),
  );
  const closed = seen.filter(({ idHash }) => !open.has(idHash)).map(({ idHash }) => idHash);
  const after = [...new Set([...before.filter((id) => !open.has(id)), ...closed])];
  if (after.length === before.length && after.every((id) => before.includes(id))) return;
  if (after.length > 0) writeStored('closedCases', after);
  else removeStored('closedCases');
}

/** Returns true if the server has said that a case accepts no replies. */
export const isKnownClosed = (idHash: string): boolean =>
  readStored('closedCases')?.includes(idHash) ?? false;
