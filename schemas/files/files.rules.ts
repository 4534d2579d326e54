import { cleanTyped } from '#schemas/platform/typedText.ts';
import {
  attachmentExtensions,
  photoExtensions,
  thumbnailExtensions,
} from '#schemas/files/limits.ts';

/** Returns the lower-case extension without the dot; '' without one. */
export function getFileExtension(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot <= 0 ? '' : fileName.slice(dot + 1).toLowerCase();
}

/** An author's list can only narrow the product's list (docs/behaviour/files.md#allowed-types). */
export function isAllowedAttachment(
  fileName: string,
  authorExtensions?: readonly string[],
): boolean {
  const extension = getFileExtension(fileName);
  const allowed: readonly string[] = attachmentExtensions;
  return (
    allowed.includes(extension) &&
    (authorExtensions === undefined || authorExtensions.includes(extension))
  );
}

/** Returns true for files with a thumbnail (docs/behaviour/files.md#previews). */
export function hasThumbnail(extension: string): boolean {
  return (thumbnailExtensions as readonly string[]).includes(extension);
}

/** Returns true for files listed among the photos of a case. */
export const isPhoto = (extension: string): boolean =>
  (photoExtensions as readonly string[]).includes(extension);

/** Returns the viewer of a file: picture, PDF, text or video; undefined for download only. */
export function getViewKind(extension: string): 'picture' | 'pdf' | 'text' | 'video' | undefined {
  if (extension === 'pdf') return 'pdf';
  if (extension === 'txt' || extension === 'csv') return 'text';
  if (extension === 'mp4') return 'video';
  return hasThumbnail(extension) ? 'picture' : undefined;
}

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

/** Cuts at character boundaries, because a stream decoder holds back incomplete ones. */
const clipBytes = (text: string, maxBytes: number): string =>
  new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, Math.max(maxBytes, 0)), {
    stream: true,
  });

/** A short word, so that a name with "Dr. Müller: …" has none. */
const lastExtension = /\.[\p{L}\p{N}]{1,10}$/u;

/** Splits a file name into stem and extension with its dot; the extension can be empty. */
export function splitFileName(name: string): { stem: string; extension: string } {
  const at = name.search(lastExtension);
  return at > 0
    ? { stem: name.slice(0, at), extension: name.slice(at) }
    : { stem: name, extension: '' };
}

/** Windows drops dots and spaces at the end. */
const trimEnd = (name: string): string => name.replace(/[.\s]+$/, '');

/** Cleans a file name: no path, no invisible characters, limited bytes, extension kept. */
export function makeSafeFileName(given: string, maxBytes: number): string {
  // Characters that reverse the direction can disguise "gpj.exe" as "exe.jpg".
  const [last = ''] = cleanTyped(given.replace(/[\p{Cc}\u2028\u2029]/gu, ''), 'line')
    .replaceAll('\\', '/')
    .replace(/\/+$/, '')
    .split('/')
    .slice(-1);
  const name = trimEnd(last).trim();
  if (countBytes(name) <= maxBytes) return name;
  const { stem, extension } = splitFileName(name);
  if (extension) return clipBytes(stem, maxBytes - countBytes(extension)) + extension;
  return trimEnd(splitFileName(clipBytes(name, maxBytes)).stem); // the cut must not make an extension
}
