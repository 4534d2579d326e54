import { limits } from '#schemas/limits.ts';
import { ink, linesOf, nameBaseline, nameFont, nameSize, paper } from './ink.ts';
import { sheet, type SignatureContent, type Stroke } from './signatureAnswer.ts';

/** A picture that this device cannot read, or cannot make small enough. */
export class UnusablePicture extends Error {}

const pngPrefixLength = 'data:image/png;base64,'.length;
const sizeOf = (dataUrl: string): number => ((dataUrl.length - pngPrefixLength) * 3) / 4;

/** A white sheet of this width to draw on, in the sheet's own units. */
function blankSheet(widthPx: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = Math.round((widthPx * sheet.height) / sheet.width);
  const context = canvas.getContext('2d');
  if (!context) throw new UnusablePicture();
  context.scale(widthPx / sheet.width, widthPx / sheet.width);
  context.fillStyle = paper;
  context.fillRect(0, 0, sheet.width, sheet.height);
  return { canvas, context };
}

function drawStrokes(context: CanvasRenderingContext2D, strokes: readonly Stroke[]): void {
  Object.assign(context, { strokeStyle: ink, lineCap: 'round', lineJoin: 'round' });
  for (const { path, width } of strokes.flatMap(linesOf)) {
    context.lineWidth = width;
    context.stroke(new Path2D(path));
  }
}

function drawName(context: CanvasRenderingContext2D, name: string): void {
  Object.assign(context, { fillStyle: ink, textAlign: 'center', font: `italic ${nameSize(name)}px ${nameFont}` });
  context.fillText(name, sheet.width / 2, nameBaseline, sheet.width - 80);
}

/** The signature as PNG, in a data URL. */
export function pngOf(content: SignatureContent): string {
  if (content.method === 'uploaded') return content.png;
  const { canvas, context } = blankSheet(limits.signature.pictureWidthPx);
  if (content.method === 'drawn') drawStrokes(context, content.strokes);
  else drawName(context, content.name);
  return canvas.toDataURL('image/png');
}

/** A picture from a file, drawn anew on a sheet: upright, without the place and camera a photo tells of, and small. */
export async function readPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => { throw new UnusablePicture(); });
  const scale = Math.min(sheet.width / bitmap.width, sheet.height / bitmap.height);
  const [width, height] = [bitmap.width * scale, bitmap.height * scale];
  try {
    for (const share of [1, 0.7, 0.5]) {
      const { canvas, context } = blankSheet(Math.round(limits.signature.pictureWidthPx * share));
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, (sheet.width - width) / 2, (sheet.height - height) / 2, width, height);
      const png = canvas.toDataURL('image/png');
      if (sizeOf(png) <= limits.signature.pictureMaxBytes) return png;
    }
    throw new UnusablePicture();
  } finally {
    bitmap.close();
  }
}
