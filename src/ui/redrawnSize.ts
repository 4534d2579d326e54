/** Sides of a picture in pixels. */
export type PictureSize = { width: number; height: number };

/** From this ratio of its sides, a picture is long: a screenshot of a chat, a receipt, a panorama. */
const longRatio = 2.5;
/** Canvases above these limits stay empty: the side in Chrome, the area on older iPhones. */
const maxCanvasSidePx = 16_384;
const maxCanvasPx = 4_096 * 4_096;

const isBeyondCanvas = ({ width, height }: PictureSize): boolean =>
  Math.max(width, height) > maxCanvasSidePx || width * height > maxCanvasPx;

/**
 * Returns the size of a redrawn picture; undefined if it fits unchanged. The long side is limited,
 * but not of a long picture: its text would become unreadable, so its short side is limited
 * instead. A long picture that no canvas holds at this size stays unchanged. `isAlways` returns a
 * size in any case.
 */
export function computeRedrawnSize(
  { width, height }: PictureSize,
  maxSidePx: number,
  isAlways = false,
): PictureSize | undefined {
  const scale = Math.max(
    maxSidePx / Math.max(width, height),
    maxSidePx / longRatio / Math.min(width, height),
  );
  if (isAlways && scale >= 1) return { width, height };
  if (scale >= 1) return undefined;
  const redrawn = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return !isAlways && isBeyondCanvas(redrawn) ? undefined : redrawn;
}
