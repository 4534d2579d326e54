import { buildZip } from '#server/testing/files/archives.ts';

/** The expected outcome of an upload: the stored name, or the reason of a refusal. */
export type Outcome = { kept: string } | { refused: string };
export const kept = (name: string): Outcome => ({ kept: name });
export const refused = (reason: string): Outcome => ({ refused: reason });

/** An upload: what it is, its name, its content and its expected outcome. */
export type HostileFile = [string, string, () => Buffer | Promise<Buffer>, Outcome];

export const mebibyte = 1024 * 1024;
export const bytes = (text: string) => Buffer.from(text, 'latin1');
export const pdf = bytes('%PDF-1.7\n1 0 obj <<>> endobj\n%%EOF');
/** A Word document with these entries. */
export const word = (more: Record<string, Uint8Array> = {}) =>
  buildZip({
    '[Content_Types].xml': bytes('<Types/>'),
    'word/document.xml': bytes('<w:document/>'),
    ...more,
  });
