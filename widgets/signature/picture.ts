import { signatureLimits } from '#schemas/forms/limits.ts';
import { redrawPicture, UnusablePicture } from '#src/ui/redrawPicture.ts';
import { ink, splitLines, nameBaseline, nameFont, computeNameSize, paper } from './ink.ts';
import { canvasSize, type SignatureContent, type Stroke } from './signatureAnswer.ts';

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new UnusablePicture());
    reader.readAsDataURL(blob);
  });

/** Creates a white canvas in paper units. */
function createCanvas(): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const { pictureWidthPx: widthPx } = signatureLimits;
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = Math.round((widthPx * canvasSize.height) / canvasSize.width);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.scale(widthPx / canvasSize.width, widthPx / canvasSize.width);
  context.fillStyle = paper;
  context.fillRect(0, 0, canvasSize.width, canvasSize.height);
  return { canvas, context };
}

function drawStrokes(context: CanvasRenderingContext2D, strokes: readonly Stroke[]): void {
  Object.assign(context, { strokeStyle: ink, lineCap: 'round', lineJoin: 'round' });
  for (const { path, width } of strokes.flatMap(splitLines)) {
    context.lineWidth = width;
    context.stroke(new Path2D(path));
  }
}

function drawName(context: CanvasRenderingContext2D, name: string): void {
  Object.assign(context, {
    fillStyle: ink,
    textAlign: 'center',
    font: `italic ${computeNameSize(name)}px ${nameFont}`,
  });
  context.fillText(name, canvasSize.width / 2, nameBaseline, canvasSize.width - 80);
}

/** Renders the signature as a PNG data URL. */
export function toPng(content: SignatureContent): string {
  if (content.method === 'uploaded') return content.png;
  const { canvas, context } = createCanvas();
  if (content.method === 'drawn') drawStrokes(context, content.strokes);
  else drawName(context, content.name);
  return canvas.toDataURL('image/png');
}

/**
 * Scales a picture file onto the paper; returns a small PNG data URL. Rejects with UnusablePicture,
 * also if the PNG stays too large, with BlankPicture, or with NoPictureWorker.
 */
export async function readPicture(file: Blob): Promise<string> {
  let picture = file;
  for (const share of [1, 0.7, 0.5]) {
    const width = Math.round(signatureLimits.pictureWidthPx * share);
    const frame = { width, height: Math.round((width * canvasSize.height) / canvasSize.width) };
    picture =
      (await redrawPicture({
        file: picture,
        frame,
        paper,
        refusesBlank: true,
        encoding: { type: 'image/png' },
      })) ?? picture;
    if (picture.size <= signatureLimits.pictureMaxBytes) return toDataUrl(picture);
  }
  throw new UnusablePicture();
}
