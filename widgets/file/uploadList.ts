import { isAllowedAttachment } from '#schemas/files/files.rules.ts';
import { heicExtensions } from '#schemas/files/limits.ts';
import { pictureFormats } from '#schemas/files/pictureFormat.ts';
import type { UploadRefused } from '#src/engine/react/services/uploads.ts';
import type { getFileLimits } from './fileLimits.ts';

/** A file that is being shrunk, queued, uploaded or rejected. Uploaded files are in the answer. */
export type PendingUpload = {
  /** Idempotency-Key of the upload and React key of the row. */
  key: string;
  file: File;
  sentBytes: number;
  state: 'preparing' | 'sending' | 'failed';
  message: string | undefined;
  retry: UploadRefused['retry'];
  /** Rejected only because of the file count; uploaded as soon as there is room. */
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

export function reduceUploads(
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

/** Remembers the order in which files were picked, because uploads finish in any order. */
export function createUploadOrder() {
  const turns = new Map<string, number>();
  // files of an earlier visit come first
  const getTurn = (id: string): number => turns.get(id) ?? -1;
  return {
    /** Assigns a position to an id; `before` is the id it had until now. */
    take(id: string, before = id): void {
      turns.set(id, turns.get(before) ?? turns.size);
    },
    /** All ids in order. */
    ids: (): string[] => [...turns.keys()].sort((a, b) => getTurn(a) - getTurn(b)),
    sort: <T>(files: readonly T[], idOf: (file: T) => string): T[] =>
      [...files].sort((a, b) => getTurn(idOf(a)) - getTurn(idOf(b))),
  };
}

export type Refusal = {
  rule: 'empty' | 'size' | 'count' | 'heic' | 'photoFormat';
  limit?: number;
  format?: string;
};

/**
 * Returns why a file is not uploaded; `undefined` if it may be. `taken` is the number of files so
 * far.
 */
export function findRejection(
  { name, size }: { name: string; size: number },
  limits: ReturnType<typeof getFileLimits>,
  taken: number,
): Refusal | { rule: 'extension' } | undefined {
  if (!isAllowedAttachment(name, limits.extensions)) return { rule: 'extension' };
  if (size === 0) return { rule: 'empty' };
  if (size > limits.maxSizeBytes)
    return { rule: 'size', limit: Math.floor(limits.maxSizeBytes / 1024 / 1024) };
  if (taken >= limits.maxFiles) return { rule: 'count', limit: limits.maxFiles };
  return undefined;
}

/** Returns true on an iPhone or iPad, which converts HEIC photos unless they are asked for. */
const convertsHeicItself = (): boolean =>
  navigator.maxTouchPoints > 1 && /iPhone|iPad|Macintosh/.test(navigator.userAgent);

/** Returns the `accept` attribute of the file input, with photos that can become a JPEG. */
export function formatAccept(
  { extensions }: ReturnType<typeof getFileLimits>,
  isConverted = convertsHeicItself(),
): string {
  const offered = new Set<string>(extensions);
  if (extensions.includes('jpg')) {
    [...pictureFormats.jpeg, 'webp', 'avif'].forEach((extension) => offered.add(extension));
    heicExtensions.forEach((heic) => (isConverted ? offered.delete(heic) : offered.add(heic)));
  }
  return [...offered].map((extension) => `.${extension}`).join(',');
}
