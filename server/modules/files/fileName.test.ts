import { expect, it } from 'vitest';
import { isAllowedAttachment } from '#schemas/files.rules.ts';
import { safeFileName } from './fileName.ts';

it.each([
  ['foto.jpg', 'foto.jpg'],
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['C:\\Users\\jonas\\Schaden.pdf', 'Schaden.pdf'],
  ['rechnung\u202Egpj.exe', 'rechnunggpj.exe'],
  ['null\u0000byte.pdf', 'nullbyte.pdf'],
  ['zeile\r\numbruch.pdf', 'zeileumbruch.pdf'],
  ['punkt.pdf. . ', 'punkt.pdf'],
  ['Mu\u0308ller 😀.png', 'Müller 😀.png'],
])('%j is kept as %j', (given, kept) => expect(safeFileName(given, 150)).toBe(kept));

it('cuts what is too long between characters and keeps the extension', () => {
  const name = safeFileName(`${'ü'.repeat(200)}.jpeg`, 150);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150);
  expect(name).toMatch(/^ü+\.jpeg$/);
});

it.each([`foto.${'x'.repeat(151)}`, `foto.pdf.${'ü'.repeat(20_000)}`, `${'a'.repeat(146)}.pdf${'x'.repeat(200)}`])('keeps %.20s… short, and never turns it into a kind that is taken', (given) => {
  const name = safeFileName(given, 150);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150);
  expect(isAllowedAttachment(name)).toBe(false);
});
