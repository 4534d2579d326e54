import {
  GlobalWorkerOptions,
  getDocument,
  TextLayer,
  version,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** What vite.config puts there: fonts that documents count on, and how their characters are named. */
const parts = (folder: string): string => `${location.origin}/assets/pdfjs-${version}/${folder}/`;

/** Reads a PDF without running anything that stands in it. Rejects with an Error when it is none, or is closed by a password. */
export async function openPdf(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  return getDocument({
    data: bytes,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false, // our pages may compile neither
    cMapUrl: parts('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: parts('standard_fonts'),
    wasmUrl: parts('wasm'),
  }).promise;
}

export const isClosed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PasswordException';

/** The first page so wide, as a picture; null where the browser makes none. */
export async function drawFirstPage(bytes: ArrayBuffer, width: number): Promise<Blob | null> {
  const pdf = await openPdf(bytes);
  try {
    const page = await pdf.getPage(1);
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.min(Math.ceil(viewport.height), 2 * width); // of a strip that is longer, its beginning
    await page.render({ canvas, viewport }).promise;
    return await new Promise((resolve) => canvas.toBlob(resolve));
  } finally {
    await pdf.loadingTask.destroy();
  }
}

const maxPixels = 16_000_000; // of one canvas; phones give up beyond

/** Draws a page so wide, as sharp as the screen, with its words over it to be heard, found and copied. Answers how to stop and clear it. */
export function drawPage(
  page: PDFPageProxy,
  { canvas, text, width }: { canvas: HTMLCanvasElement; text: HTMLElement; width: number },
): () => void {
  const natural = page.getViewport({ scale: 1 });
  const scale = width / natural.width;
  const viewport = page.getViewport({ scale });
  const density = Math.min(
    devicePixelRatio,
    Math.sqrt(maxPixels / (viewport.width * viewport.height)),
  );
  canvas.width = Math.floor(viewport.width * density);
  canvas.height = Math.floor(viewport.height * density);
  const task = page.render({ canvas, viewport: page.getViewport({ scale: scale * density }) });
  text.replaceChildren();
  text.style.setProperty('--total-scale-factor', String(scale));
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container: text,
    viewport,
  });
  task.promise.catch(() => undefined); // stopped, or a part that cannot be drawn: the rest stands
  layer.render().catch(() => undefined);
  return () => {
    task.cancel();
    layer.cancel();
    text.replaceChildren();
    canvas.width = 0; // gives its memory back at once
    canvas.height = 0;
  };
}
