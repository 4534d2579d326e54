import { basename } from 'node:path/posix';

// Control characters, and those that turn the reading direction and so make "gpj.exe" look like "exe.jpg".
const invisible = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

function clipBytes(text: string, maxBytes: number): string {
  let clipped = text;
  while (clipped !== '' && Buffer.byteLength(clipped) > maxBytes) clipped = [...clipped].slice(0, -1).join('');
  return clipped;
}

/** A name as it may be shown and stored: no path, nothing invisible, not too long; its extension is kept. */
export function safeFileName(given: string, maxBytes: number): string {
  const name = basename(given.normalize('NFC').replaceAll('\\', '/')).replace(invisible, '').replace(/[.\s]+$/, '').trim();
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  return clipBytes(name.slice(0, name.length - extension.length), maxBytes - Buffer.byteLength(extension)) + extension;
}
