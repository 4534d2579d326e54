import { css } from '@linaria/core';
import { styled } from '@linaria/react';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { networkError } from '#src/api/client/errors.ts';
import type { ViewProps } from './FileStage.tsx';
import { loadBytes } from './galleryFile.ts';
import { FailureNotice } from './FailureNotice.tsx';
import { FileNotice } from './FileNotice.tsx';
import { useLoaded } from './useLoaded.ts';

/** The first page fits the window, unless it would be too small to read. */
const Pages = styled.div<{ $factor: number; $ratio: number }>`
  display: grid;
  gap: 1rem;
  align-content: safe center;
  min-height: 100%;
  width: ${({ $factor, $ratio }) => `calc(min(100%, max(100cqh * ${$ratio}, 22rem)) * ${$factor})`};
  margin: 0 auto;
`;
const PdfPage = styled.section<{ $ratio: number }>`
  color-scheme: light;
  position: relative;
  width: 100%;
  aspect-ratio: ${({ $ratio }) => $ratio};
  background: #fff;
  box-shadow: var(--shadow-3);
  overflow: hidden;
  > canvas {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
`;
/**
 * Transparent text over the picture of a page, for selection and search; pdf.js sets its geometry.
 */
const words = css`
  position: absolute;
  inset: 0;
  overflow: clip;
  line-height: 1;
  text-align: initial;
  transform-origin: 0 0;
  --min-font-size: 1;
  --text-scale-factor: calc(var(--total-scale-factor) * var(--min-font-size));
  --min-font-size-inv: calc(1 / var(--min-font-size));
  span,
  br {
    position: absolute;
    color: transparent;
    white-space: pre;
    cursor: text;
    transform-origin: 0% 0%;
  }
  > :not(.markedContent),
  .markedContent span:not(.markedContent) {
    --font-height: 0;
    --scale-x: 1;
    --rotate: 0deg;
    font-size: calc(var(--text-scale-factor) * var(--font-height));
    transform: rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv));
  }
  .markedContent {
    display: contents;
  }
  ::selection {
    background: color-mix(in srgb, AccentColor, transparent 75%);
  }
  :global() {
    .hiddenCanvasElement {
      position: absolute;
      top: 0;
      left: 0;
      width: 0;
      height: 0;
      display: none;
    }
  }
`;

const loadReader = () =>
  import('./openPdf.ts').catch(() => {
    throw networkError;
  });
type Reader = Awaited<ReturnType<typeof loadReader>>;

const drawnWithin = '60%'; // distance from the viewport at which a page is drawn
const likeA4 = 210 / 297;
function getRatio(page: PDFPageProxy): number {
  const { width, height } = page.getViewport({ scale: 1 });
  return width / height;
}

/** Observes if a page is near the viewport, and its width in px. */
function useNearness(sheet: RefObject<HTMLElement | null>, isFirst: boolean) {
  const [isNear, setIsNear] = useState(isFirst);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = sheet.current;
    if (!element) return undefined;
    const nearness = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false),
      { root: element.closest('[data-stage]'), rootMargin: drawnWithin },
    );
    const size = new ResizeObserver(() => setWidth(Math.round(element.clientWidth)));
    nearness.observe(element);
    size.observe(element);
    return () => {
      nearness.disconnect();
      size.disconnect();
    };
  }, [sheet]);
  return { isNear, width };
}

function Page({
  pdf,
  reader,
  number,
  count,
}: {
  pdf: PDFDocumentProxy;
  reader: Reader;
  number: number;
  count: number;
}) {
  const intl = useIntl();
  const sheet = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<PDFPageProxy>();
  const { isNear, width } = useNearness(sheet, number === 1);
  useEffect(() => {
    if (!isNear || page) return undefined;
    let isGone = false;
    pdf.getPage(number).then(
      (found) => {
        if (!isGone) setPage(found);
      },
      () => undefined,
    ); // a damaged page stays blank
    return () => {
      isGone = true;
    };
  }, [pdf, number, isNear, page]);
  useEffect(() => {
    if (!isNear || !page || width === 0 || !canvas.current || !text.current) return undefined;
    return reader.drawPage(page, { canvas: canvas.current, text: text.current, width });
  }, [reader, isNear, page, width]);

  return (
    <PdfPage
      ref={sheet}
      $ratio={page ? getRatio(page) : likeA4}
      aria-label={intl.formatMessage({ id: 'gallery.page' }, { number, count })}
    >
      <canvas ref={canvas} aria-hidden />
      <div ref={text} className={words} />
    </PdfPage>
  );
}

export function PdfView({ file, zoom, download }: ViewProps) {
  const [result, retry] = useLoaded(file.id, async () => {
    const [bytes, reader] = await Promise.all([loadBytes(file, 'whole'), loadReader()]);
    try {
      const pdf = await reader.openPdf(await bytes.arrayBuffer());
      return { reader, pdf, ratio: getRatio(await pdf.getPage(1)) };
    } catch (error) {
      if (reader.isClosed(error)) return { reader, pdf: undefined, ratio: likeA4 };
      throw error;
    }
  });
  const pdf = result && 'value' in result ? result.value.pdf : undefined;
  useEffect(() => () => void pdf?.loadingTask.destroy(), [pdf]);
  if (!result)
    return (
      <FileNotice>
        <FormattedMessage id="app.loading" />
      </FileNotice>
    );
  if ('error' in result)
    return (
      <FailureNotice
        error={result.error}
        extension={file.extension}
        download={download}
        onRetry={retry}
      />
    );
  const { reader, ratio } = result.value;
  if (!pdf)
    return (
      <FileNotice extension={file.extension} download={download}>
        <FormattedMessage id="gallery.closedPdf" />
      </FileNotice>
    );
  return (
    <Pages $factor={zoom.factor} $ratio={ratio}>
      {Array.from({ length: pdf.numPages }, (_, index) => (
        <Page key={index} pdf={pdf} reader={reader} number={index + 1} count={pdf.numPages} />
      ))}
    </Pages>
  );
}
