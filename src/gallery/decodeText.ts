/** Characters that are shown of a text; more would take the page's breath, and nobody reads it there. */
const shownLength = 200_000;

/** A text file's words: UTF-8, else UTF-16 where it says so, else as Windows wrote German texts. `isCut`: there is more. */
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
    : (utf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes));
  return { text: whole.slice(0, shownLength), isCut: whole.length > shownLength };
}

function utf8(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
