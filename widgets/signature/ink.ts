import { sheet, type Point, type SignatureContent, type Stroke } from './signatureAnswer.ts';

/** On every theme and in every document: blue ink on white paper. */
export const ink = '#1d2f6f';
export const paper = '#ffffff';

/** A stretch of a stroke that is drawn with one width. */
export type Line = { path: string; width: number };

const halfway = (a: Point, b: Point) => ({
  x: Math.round((a.x + b.x) / 2),
  y: Math.round((a.y + b.y) / 2),
});

/** A stroke as smooth lines: through the middle between each two points, bent towards the points themselves. */
export function linesOf(stroke: Stroke): Line[] {
  const [first] = stroke;
  if (!first) return [];
  // A line without length has no round ends on a canvas, so that the dot on an i would be missing.
  if (stroke.length === 1) return [{ path: `M${first.x} ${first.y}h1`, width: first.width }];
  const lines: Line[] = [];
  let from: { x: number; y: number } = first;
  stroke.forEach((point, index) => {
    const next = stroke[index + 1];
    const to = next ? halfway(point, next) : point;
    const curve = `Q${point.x} ${point.y} ${to.x} ${to.y}`;
    const last = lines.at(-1);
    if (last?.width === point.width) last.path += curve;
    else lines.push({ path: `M${from.x} ${from.y}${curve}`, width: point.width });
    from = to;
  });
  return lines;
}

/** How much line there is, in units of the sheet. */
export function inkLength(strokes: readonly Stroke[]): number {
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

/** Pen widths in CSS pixels for a sheet that is shown this wide: on a phone the pen is finer, the signature looks the same. */
export const penWidths = (shownWidth: number) => ({
  minWidth: shownWidth / 1_000,
  maxWidth: shownWidth / 220,
});

const speedWeight = 0.7; // signature_pad's own: the line does not twitch with each point
const clamp = (value: number, max: number): number => Math.min(Math.max(Math.round(value), 0), max);

/** What the pen did on a sheet shown this wide, as a stroke of the sheet: the faster, the finer. Points beside the sheet move to its edge. */
export function strokeFrom(
  points: readonly { x: number; y: number; time: number }[],
  shownWidth: number,
  maxPoints: number,
): Stroke {
  const { minWidth, maxWidth } = penWidths(shownWidth);
  const scale = sheet.width / shownWidth;
  let speed = 0;
  return points.slice(0, maxPoints).map(({ x, y, time }, index) => {
    const other = points[index - 1] ?? points[1]; // the first point is as fast as the pen then goes on
    const current = other
      ? Math.hypot(x - other.x, y - other.y) / Math.max(Math.abs(time - other.time), 1)
      : 0;
    speed = speedWeight * current + (1 - speedWeight) * speed;
    const radius = Math.max(maxWidth / (speed + 1), minWidth);
    return {
      x: clamp(x * scale, sheet.width),
      y: clamp(y * scale, sheet.height),
      width: Math.max(Math.round(radius * scale) * 2, 2),
    };
  });
}

export const nameFont = "'Newsreader Variable', Georgia, serif";
export const nameBaseline = 370;

/** As large as the sheet allows; a letter is taken to be six tenths of its height wide. */
export const nameSize = (name: string): number =>
  Math.floor(Math.min(220, (sheet.width - 160) / (0.6 * Math.max([...name].length, 1))));

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => entities[char] ?? '');

function picture(content: SignatureContent): string {
  switch (content.method) {
    case 'drawn': {
      const paths = content.strokes
        .flatMap(linesOf)
        .map(({ path, width }) => `<path d="${path}" stroke-width="${width}"/>`);
      return `<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`;
    }
    case 'typed':
      return `<text x="${sheet.width / 2}" y="${nameBaseline}" text-anchor="middle" font-family="${nameFont}" font-style="italic" font-size="${nameSize(content.name)}" fill="${ink}">${escapeXml(content.name)}</text>`;
    case 'uploaded':
      return `<image width="${sheet.width}" height="${sheet.height}" href="${content.png}"/>`;
  }
}

/** The signature as SVG. Browser and server make the same text from the same content, so nothing foreign can be in it. */
export const svgOf = (content: SignatureContent): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sheet.width} ${sheet.height}"><rect width="100%" height="100%" fill="${paper}"/>${picture(content)}</svg>`;
