import { expect, it } from 'vitest';
import { buildArchiveName, buildDocumentName, makeSafeName } from './downloadNames.ts';

it.each([
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['C:\\Windows\\a.txt', 'C__Windows_a.txt'],
  ['a<b>:"c|d?e*.pdf', 'a_b___c_d_e_.pdf'],
  ['con', '_con'],
  ['NUL.txt', '_NUL.txt'],
  ['COM1', '_COM1'],
  ['Konto.txt', 'Konto.txt'],
  ['..', '_'],
  ['', '_'],
  [' . ', '_'],
  ['a\0b\n.txt', 'ab.txt'],
  ['rechnung\u202Efdp.exe', 'rechnungfdp.exe'],
  ['Größe 🚗.pdf', 'Größe 🚗.pdf'],
])('The path of %j is %j', (given, expected) => {
  expect(makeSafeName(given)).toBe(expected);
});

it('A long name of a folder or case keeps its beginning', () => {
  const given =
    'Nachlass Dr. Müller: Auseinandersetzung der Erbengemeinschaft und Herausgabe von Unterlagen der Bank';
  expect(makeSafeName(given)).toMatch(/^Nachlass Dr\. Müller_ Auseinandersetzung/);
});

it.each([
  ['Frist 24.12.', 'Frist 24.12.pdf'],
  ['.', '_.pdf'],
  ['AW: Vertrag 1/2', 'AW_ Vertrag 1_2.pdf'],
  ['\u202Eumgedreht', 'umgedreht.pdf'],
])('The document of %j is called %j', (title, name) =>
  expect(buildDocumentName(title, 'pdf')).toBe(name),
);

it('The file of a case names the firm and the case', () => {
  expect(buildArchiveName('Unterlagen', 'Aydın & Kollegen', 'Brandt ./. Alster')).toBe(
    'Unterlagen-Aydın & Kollegen-Brandt ._. Alster.zip',
  );
});
