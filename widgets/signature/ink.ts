import { canvasSize, type Point, type SignatureContent, type Stroke } from './signatureAnswer.ts';

/** Blue ink on white paper in every theme and document. */
export const ink = '#1d2f6f';
export const paper = '#ffffff';

/** A part of a stroke with one width. */
export type Line = { path: string; width: number };

const getMidpoint = (a: Point, b: Point) => ({
  x: Math.round((a.x + b.x) / 2),
  y: Math.round((a.y + b.y) / 2),
});

/**
 * Smooths a stroke with quadratic curves: through the midpoints, with the points as control points.
 */
export function splitLines(stroke: Stroke): Line[] {
  const [first] = stroke;
  if (!first) return [];
  // A canvas draws no round ends on a line without length, so a dot would be missing.
  if (stroke.length === 1) return [{ path: `M${first.x} ${first.y}h1`, width: first.width }];
  const lines: Line[] = [];
  let from: { x: number; y: number } = first;
  stroke.forEach((point, index) => {
    const next = stroke[index + 1];
    const to = next ? getMidpoint(point, next) : point;
    const curve = `Q${point.x} ${point.y} ${to.x} ${to.y}`;
    const last = lines.at(-1);
    if (last?.width === point.width) last.path += curve;
    else lines.push({ path: `M${from.x} ${from.y}${curve}`, width: point.width });
    from = to;
  });
  return lines;
}

/** Returns the length of all strokes in units of the paper. */
export function measureInk(strokes: readonly Stroke[]): number {
  return strokes.reduce(
    (sum, stroke) =>
      sum +
      stroke.reduce((length, { x, y }, index) => {
        const before = stroke[index - 1];
        return before ? length + Math.hypot(x - before.x, y - before.y) : length;
      }, 0),
    0,
  );
}

/**
 * Returns pen widths in CSS pixels for a paper shown at this width, so that signatures look alike
 * on every screen.
 */
export const computePenWidths = (shownWidth: number) => ({
  minWidth: shownWidth / 1_000,
  maxWidth: shownWidth / 220,
});

const speedWeight = 0.7; // default of signature_pad; smooths the width between points
const clamp = (value: number, max: number): number => Math.min(Math.max(Math.round(value), 0), max);

/**
 * Converts points on screen to a stroke in paper units: the faster, the thinner. Points outside
 * move to the edge.
 */
export function createStroke(
  points: readonly { x: number; y: number; time: number }[],
  shownWidth: number,
  maxPoints: number,
): Stroke {
  const { minWidth, maxWidth } = computePenWidths(shownWidth);
  const scale = canvasSize.width / shownWidth;
  let speed = 0;
  return points.slice(0, maxPoints).map(({ x, y, time }, index) => {
    const other = points[index - 1] ?? points[1]; // the first point takes the speed of the second
    const current = other
      ? Math.hypot(x - other.x, y - other.y) / Math.max(Math.abs(time - other.time), 1)
      : 0;
    speed = speedWeight * current + (1 - speedWeight) * speed;
    const radius = Math.max(maxWidth / (speed + 1), minWidth);
    return {
      x: clamp(x * scale, canvasSize.width),
      y: clamp(y * scale, canvasSize.height),
      width: Math.max(Math.round(radius * scale) * 2, 2),
    };
  });
}

export const nameFont = "'Newsreader Variable', Georgia, serif";
export const nameBaseline = 370;

/** Returns the largest font size that fits; a letter is about 0.6 em wide. */
export const computeNameSize = (name: string): number =>
  Math.floor(Math.min(220, (canvasSize.width - 160) / (0.6 * Math.max([...name].length, 1))));

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => entities[char] ?? '');

const { width, height } = canvasSize;

function renderPicture(content: SignatureContent): string {
  switch (content.method) {
    case 'drawn': {
      const paths = content.strokes
        .flatMap(splitLines)
        .map((line) => `<path d="${line.path}" stroke-width="${line.width}"/>`);
      return [
        `<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">`,
        ...paths,
        '</g>',
      ].join('');
    }
    case 'typed':
      return [
        `<text x="${canvasSize.width / 2}" y="${nameBaseline}" text-anchor="middle"`,
        ` font-family="${nameFont}" font-style="italic"`,
        ` font-size="${computeNameSize(content.name)}" fill="${ink}">`,
        `${escapeXml(content.name)}</text>`,
      ].join('');
    case 'uploaded':
      return `<image width="${width}" height="${height}" href="${content.png}"/>`;
  }
}

/**
 * Renders the signature as SVG. Browser and server produce the same text, so the server can verify
 * it.
 */
export const renderSvg = (content: SignatureContent): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<rect width="100%" height="100%" fill="${paper}"/>`,
    `${renderPicture(content)}</svg>`,
  ].join('');
