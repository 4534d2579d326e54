import { basename } from 'node:path/posix';

// Control characters, and those that turn the reading direction and so make "gpj.exe" look like "exe.jpg".
const invisible = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Between characters: a stream's decoder holds back the bytes of one that is not complete. */
const clipBytes = (text: string, maxBytes: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, Math.max(maxBytes, 0)), { stream: true });

/** A name as it may be shown and stored: no path, nothing invisible, not too long; its extension is kept, unless that alone is too long. */
export function safeFileName(given: string, maxBytes: number): string {
  const name = basename(given.normalize('NFC').replaceAll('\\', '/')).replace(invisible, '').replace(/[.\s]+$/, '').trim();
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  const stem = clipBytes(name.slice(0, name.length - extension.length), maxBytes - Buffer.byteLength(extension));
  return clipBytes(stem + extension, maxBytes);
}
