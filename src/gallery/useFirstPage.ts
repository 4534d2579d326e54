import { useEffect, useState } from 'react';

const mostBytes = 20 * 1024 * 1024; // for a thumbnail a larger file needs too much memory
const widthPx = 160;

/** Draws a thumbnail of a PDF's first page; undefined until then or on a failure. */
export function useFirstPage(pdf: File | undefined): Blob | undefined {
  const [drawn, setDrawn] = useState<{ of: File; page: Blob }>();
  useEffect(() => {
    if (!pdf || pdf.size > mostBytes) return undefined;
    let isGone = false;
    void import('./openPdf.ts')
      .then(async ({ drawFirstPage }) => drawFirstPage(await pdf.arrayBuffer(), widthPx))
      .then((page) => {
        if (page && !isGone) setDrawn({ of: pdf, page });
      })
      .catch(() => undefined); // the file type is shown instead
    return () => {
      isGone = true;
    };
  }, [pdf]);
  return drawn && drawn.of === pdf ? drawn.page : undefined;
}
