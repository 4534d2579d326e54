import { readStored, removeStored, writeStored } from './storage.ts';

type Seen = { idHash: string; isOpenForReplies: boolean };

/** Notes which of the cases that the server has just shown take messages. Nothing else of a case is kept on the device (docs/decisions/0074). */
export function noteReplies(seen: readonly Seen[]): void {
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

/** Whether the server has said of a case that it takes no messages, as far as this device knows. */
export const isKnownClosed = (idHash: string): boolean =>
  readStored('closedCases')?.includes(idHash) ?? false;
