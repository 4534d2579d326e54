import { useEffect, useState } from 'react';

const mostBytes = 20 * 1024 * 1024; // a small picture is not worth more of the device's memory
const widthPx = 160;

/** A small picture of a PDF's first page, drawn here; undefined until then, and of one that cannot be drawn. */
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
      .catch(() => undefined); // what kind of file it is stands there
    return () => {
      isGone = true;
    };
  }, [pdf]);
  return drawn && drawn.of === pdf ? drawn.page : undefined;
}
