/** Characters shown of a text file; more would block the page. */
const shownLength = 200_000;

/**
 * Decodes a text file as UTF-8, as UTF-16 with a byte order mark, else as Windows-1252. `isCut`:
 * the text is longer than shown.
 */
export function decodeText(bytes: ArrayBuffer): { text: string; isCut: boolean } {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const marked =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : undefined;
  const whole = marked
    ? new TextDecoder(marked).decode(bytes)
    : (decodeUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes));
  return { text: whole.slice(0, shownLength), isCut: whole.length > shownLength };
}

function decodeUtf8(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
