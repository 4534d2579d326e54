import { inflateSync } from 'node:zlib';

const inflated = (bytes: Buffer): string => {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return ''; // not a drawing operator
  }
};

/** Counts the images of a PDF and lists its fill colours as `#rrggbb`. */
export function inspectPdf(pdf: Buffer): { pictures: number; colors: Set<string> } {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].map(([, bytes = '']) =>
    inflated(Buffer.from(bytes, 'latin1')),
  );
  const hex = (part: string): string =>
    Math.round(Number(part) * 255)
      .toString(16)
      .padStart(2, '0');
  const colors = streams.flatMap((drawing) =>
    [...drawing.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) scn$/gm)].map(
      ([, ...parts]) => `#${parts.map(hex).join('')}`,
    ),
  );
  return { pictures: text.match(/\/Subtype \/Image/g)?.length ?? 0, colors: new Set(colors) };
}
