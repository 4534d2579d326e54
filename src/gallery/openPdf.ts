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

/** URLs of the fonts and character maps that the build copies from pdf.js. */
const parts = (folder: string): string => `${location.origin}/assets/pdfjs-${version}/${folder}/`;

/** Opens a PDF without running its scripts. Rejects if it is damaged or needs a password. */
export async function openPdf(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  return getDocument({
    data: bytes,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false, // the CSP forbids WebAssembly
    cMapUrl: parts('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: parts('standard_fonts'),
    wasmUrl: parts('wasm'),
  }).promise;
}

export const isClosed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PasswordException';

/** Draws the first page at this width as a picture; null if the browser fails. */
export async function drawFirstPage(bytes: ArrayBuffer, width: number): Promise<Blob | null> {
  const pdf = await openPdf(bytes);
  try {
    const page = await pdf.getPage(1);
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
    const canvas = document.createElement('canvas');
    canvas.width = width;
    // only the top of a very long page
    canvas.height = Math.min(Math.ceil(viewport.height), 2 * width);
    await page.render({ canvas, viewport }).promise;
    return await new Promise((resolve) => canvas.toBlob(resolve));
  } finally {
    await pdf.loadingTask.destroy();
  }
}

const maxPixels = 16_000_000; // the limit of one canvas on phones

/**
 * Draws a page at this width in the device's resolution, with a text layer. Returns the function
 * that stops and clears it.
 */
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
  task.promise.catch(() => undefined); // cancelled, or a part that cannot be drawn
  layer.render().catch(() => undefined);
  return () => {
    task.cancel();
    layer.cancel();
    text.replaceChildren();
    canvas.width = 0; // frees its memory at once
    canvas.height = 0;
  };
}
