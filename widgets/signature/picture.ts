import { limits } from '#schemas/limits.ts';
import { redrawPicture, UnusablePicture } from '#src/ui/redrawPicture.ts';
import { ink, linesOf, nameBaseline, nameFont, nameSize, paper } from './ink.ts';
import { sheet, type SignatureContent, type Stroke } from './signatureAnswer.ts';

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new UnusablePicture());
    reader.readAsDataURL(blob);
  });

/** A white sheet to draw on, in its own units. */
function blankSheet(): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const { pictureWidthPx: widthPx } = limits.signature;
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = Math.round((widthPx * sheet.height) / sheet.width);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
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
  Object.assign(context, {
    fillStyle: ink,
    textAlign: 'center',
    font: `italic ${nameSize(name)}px ${nameFont}`,
  });
  context.fillText(name, sheet.width / 2, nameBaseline, sheet.width - 80);
}

/** The signature as PNG, in a data URL. */
export function pngOf(content: SignatureContent): string {
  if (content.method === 'uploaded') return content.png;
  const { canvas, context } = blankSheet();
  if (content.method === 'drawn') drawStrokes(context, content.strokes);
  else drawName(context, content.name);
  return canvas.toDataURL('image/png');
}

/** A picture from a file on the sheet, as PNG in a data URL, and small. Rejects with UnusablePicture, also when it cannot be made small enough. */
export async function readPicture(file: Blob): Promise<string> {
  let picture = file;
  for (const share of [1, 0.7, 0.5]) {
    const width = Math.round(limits.signature.pictureWidthPx * share);
    const frame = { width, height: Math.round((width * sheet.height) / sheet.width) };
    picture =
      (await redrawPicture({ file: picture, frame, paper, encoding: { type: 'image/png' } })) ??
      picture;
    if (picture.size <= limits.signature.pictureMaxBytes) return dataUrlOf(picture);
  }
  throw new UnusablePicture();
}
