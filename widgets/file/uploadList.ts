import { isAllowedAttachment } from '#schemas/files.rules.ts';
import type { UploadRefused } from '#src/engine/react/uploads.ts';
import type { fileLimits } from './fileLimits.ts';

/** A file on its way: being made smaller, waiting or sending, or refused for good or for now. Files that arrived are in the answer. */
export type PendingUpload = {
  /** Made once per file: names the row and keeps a repeat from storing it twice. */
  key: string;
  file: File;
  sentBytes: number;
  state: 'preparing' | 'sending' | 'failed';
  message: string | undefined;
  retry: UploadRefused['retry'];
  /** It was one too many: it goes as soon as there is room for it. */
  isSurplus?: boolean;
};

export type UploadAction =
  | { type: 'started'; key: string; file: File }
  | { type: 'prepared'; key: string; file: File }
  | { type: 'progressed'; key: string; sentBytes: number }
  | {
      type: 'failed';
      key: string;
      message: string;
      retry: UploadRefused['retry'];
      isSurplus?: boolean;
    }
  | { type: 'ended'; key: string };

export function uploadList(
  list: readonly PendingUpload[],
  action: UploadAction,
): readonly PendingUpload[] {
  const change = (patch: Partial<PendingUpload>) =>
    list.map((upload) => (upload.key === action.key ? { ...upload, ...patch } : upload));
  switch (action.type) {
    case 'started': {
      const fresh: PendingUpload = {
        key: action.key,
        file: action.file,
        sentBytes: 0,
        state: 'preparing',
        message: undefined,
        retry: 'never',
        isSurplus: false,
      };
      return list.some(({ key }) => key === action.key) ? change(fresh) : [...list, fresh];
    }
    case 'prepared':
      return change({ file: action.file, state: 'sending' });
    case 'progressed':
      return change({ sentBytes: action.sentBytes });
    case 'failed':
      return change({
        state: 'failed',
        message: action.message,
        retry: action.retry,
        isSurplus: action.isSurplus ?? false,
      });
    case 'ended':
      return list.filter(({ key }) => key !== action.key);
  }
}

/** Remembers the order in which files were picked: which one has arrived first says nothing to whoever picked them. */
export function createTurns() {
  const turns = new Map<string, number>();
  const turnOf = (id: string): number => turns.get(id) ?? -1; // those of an earlier visit come first
  return {
    /** A file's turn under its id, which is the one that it has taken already, here or under another id. */
    take(id: string, before = id): void {
      turns.set(id, turns.get(before) ?? turns.size);
    },
    /** All that have one, in their order. */
    ids: (): string[] => [...turns.keys()].sort((a, b) => turnOf(a) - turnOf(b)),
    sort: <T>(files: readonly T[], idOf: (file: T) => string): T[] =>
      [...files].sort((a, b) => turnOf(idOf(a)) - turnOf(idOf(b))),
  };
}

export type Refusal = { rule: 'empty' | 'size' | 'count'; limit?: number };

/** Why a file is not even sent; undefined when it may be. `taken` counts what the element has already. */
export function refusalOf(
  { name, size }: { name: string; size: number },
  limits: ReturnType<typeof fileLimits>,
  taken: number,
): Refusal | { rule: 'extension' } | undefined {
  if (!isAllowedAttachment(name, limits.extensions)) return { rule: 'extension' };
  if (size === 0) return { rule: 'empty' };
  if (size > limits.maxSizeBytes)
    return { rule: 'size', limit: Math.floor(limits.maxSizeBytes / 1024 / 1024) };
  if (taken >= limits.maxFiles) return { rule: 'count', limit: limits.maxFiles };
  return undefined;
}

/** What the file dialog offers. */
export const acceptOf = ({ extensions }: ReturnType<typeof fileLimits>): string =>
  extensions.map((extension) => `.${extension}`).join(',');
