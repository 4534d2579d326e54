/** Noise of a JPEG stays below this difference of brightness, a faint pencil above it. */
const minContrast = 24;

/** Returns true if the pixels (RGBA) have one brightness, so that nothing is to be seen. */
export function isBlankPicture(pixels: Uint8ClampedArray): boolean {
  let [darkest, brightest] = [255, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
    const brightness = 0.3 * red + 0.59 * green + 0.11 * blue;
    darkest = Math.min(darkest, brightness);
    brightest = Math.max(brightest, brightness);
  }
  return brightest - darkest < minContrast;
}
