/** Sides of a picture in pixels. */
export type PictureSize = { width: number; height: number };

/** From this ratio of its sides, a picture is long: a screenshot of a chat, a receipt, a panorama. */
const longRatio = 2.5;
/** Canvases above these limits stay empty: the side in Chrome, the area on older iPhones. */
const maxCanvasSidePx = 16_384;
const maxCanvasPx = 4_096 * 4_096;

const isBeyondCanvas = ({ width, height }: PictureSize): boolean =>
  Math.max(width, height) > maxCanvasSidePx || width * height > maxCanvasPx;

/** Returns the largest size with these proportions that a canvas holds. */
function shrinkToCanvas({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(
    maxCanvasSidePx / Math.max(width, height),
    Math.sqrt(maxCanvasPx / (width * height)),
  );
  const shrink = (side: number): number => Math.max(Math.floor(side * scale), 1);
  return { width: shrink(width), height: shrink(height) };
}

/**
 * Returns the size of a redrawn picture; undefined if it fits unchanged. The long side is limited,
 * but not of a long picture: its text would become unreadable, so its short side is limited
 * instead. A long picture that no canvas holds at this size stays unchanged. `isAlways` returns a
 * size in any case, of such a picture the largest that a canvas holds.
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
  if (scale >= 1 && !isAlways) return undefined;
  const shrink = (side: number): number => Math.round(side * Math.min(scale, 1));
  const redrawn = { width: shrink(width), height: shrink(height) };
  if (!isBeyondCanvas(redrawn)) return redrawn;
  return isAlways ? shrinkToCanvas(redrawn) : undefined;
}
