const magic = [137, 80, 78, 71, 13, 10, 26, 10];
const chunkFrameBytes = 12; // length, name and checksum around a chunk's data

export type PngSize = { width: number; height: number };

function decodeBytes(dataUrl: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (char) =>
      char.charCodeAt(0),
    );
  } catch {
    return undefined; // invalid base64
  }
}

/**
 * Returns the size of a PNG data URL; `undefined` if it is no PNG, truncated, or followed by other
 * data.
 */
export function readPngSize(dataUrl: string): PngSize | undefined {
  const bytes = decodeBytes(dataUrl);
  if (!bytes || magic.some((byte, index) => bytes[index] !== byte)) return undefined;
  const view = new DataView(bytes.buffer);
  const chunks: string[] = [];
  let at = magic.length;
  while (at + chunkFrameBytes <= bytes.length) {
    chunks.push(String.fromCharCode(...bytes.subarray(at + 4, at + 8)));
    at += chunkFrameBytes + view.getUint32(at);
  }
  const isWhole =
    at === bytes.length &&
    chunks[0] === 'IHDR' &&
    chunks.includes('IDAT') &&
    chunks.indexOf('IEND') === chunks.length - 1;
  return isWhole ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined;
}
