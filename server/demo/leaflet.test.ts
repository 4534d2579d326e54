import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { writeLeaflet } from './leaflet.ts';

it('A leaflet breaks its lines at the right margin only', () => {
  const long =
    'Die Reparatur kostet laut Gutachten 6.482,17 Euro netto. Dazu kommt eine Wertminderung von ' +
    '750,00 Euro. Wir fordern beides bei der Versicherung an.';
  const bytes = writeLeaflet('Gutachten', ['Kurz.', '', long]).toString('latin1');
  const lines = [...bytes.matchAll(/\((.*)\) Tj T\*/g)].map(([, line = '']) => line);
  const pen = new PDFDocument().font('Helvetica').fontSize(12);
  expect(lines.slice(0, 2)).toEqual(['Kurz.', '']);
  expect(lines.slice(2).join(' ')).toBe(long);
  for (const line of lines) expect(pen.widthOfString(line)).toBeLessThanOrEqual(595 - 2 * 72);
});
