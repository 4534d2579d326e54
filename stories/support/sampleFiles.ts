/** Files that stories make. */

/** Makes a PDF with one line per page, in a font that is not embedded. */
export function makePdf(lines: readonly string[]): Blob {
  const kids = lines.map((_, index) => `${4 + 2 * index} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  lines.forEach((line, index) => {
    const content = `BT /F1 24 Tf 60 760 Td (${line}) Tj ET`;
    objects.push(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ' +
        `/Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  });
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF`;
  return new Blob([text], { type: 'application/pdf' });
}

/** Makes a picture with a word. */
export function makePicture(
  word: string,
  { width, height }: { width: number; height: number },
  color: string,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('Nothing to draw on');
  pen.fillStyle = color;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#fff';
  pen.font = `${Math.round(height / 8)}px sans-serif`;
  pen.fillText(word, width / 12, height / 2);
  return canvas.convertToBlob({ type: 'image/jpeg' });
}
