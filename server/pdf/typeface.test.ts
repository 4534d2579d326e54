import { expect, it, vi } from 'vitest';
import { layOutLine } from './layOutLine.ts';
import { prepareFonts } from './typeface.ts';

/** Returns what is drawn of a line, from left to right. */
async function read(line: string): Promise<string> {
  await prepareFonts(line, 'regular');
  const { rows } = layOutLine(line, 'regular', 1, () => 0);
  return rows
    .flat()
    .map(({ text }) => text)
    .join('');
}

it('A German text opens one font', async () => {
  vi.resetModules();
  const { prepareFonts: prepareFirst } = await import('./typeface.ts');
  const { listOpenFonts } = await import('./fontFiles.ts');
  await prepareFirst('Müller & Söhne, „Straße“ 5 – 1.249,50 €', 'regular');
  expect(listOpenFonts()).toEqual(['source-sans-3-latin-regular']);
});

it.each([
  ['Müller\u2011Lüdenscheid', 'Müller-Lüdenscheid'],
  ['1\u202F000\u00A0€', '1\u00A0000\u00A0€'],
  ['Donau\u00ADdampf\u200Bschiff', 'Donaudampfschiff'],
  ['\u200EFrist:\u2003heute\u200F', 'Frist: heute'],
  ['vor\u2060bei\uFEFF', 'vorbei'],
  ['\u202Eumgedreht\u202C', 'umgedreht'],
  ['21 ℃, ⅓, H₂O, ﬁnden', '21 °C, 1⁄3, H2O, finden'],
  ['Mu\u0308ller, \u1E8D', 'Müller, x\u0308'],
  ['„Ja“ – nein … № 3 • ½', '„Ja“ – nein … № 3 • ½'],
  ['\u{12000}', '[U+12000]'],
  ['\u200B', ' '],
])('The line %j is drawn as %j', async (line, drawn) => expect(await read(line)).toBe(drawn));

it.each([
  '→ ← ≤ ≥ ≠ ☐ ☑ ✓ ✗ ★ □ ● ◦ ‰ ∑ √ ∞ ① ㎡',
  'M\u0302, y\u030C, И\u0301',
  '昨日、交通事故が「テスト」',
  '您好，（照片）請問臺灣嘅',
  '안녕하세요, 교통사고',
  'สวัสดีครับ น้ำ',
  'გამარჯობა, Բարեւ, नमस्ते, ሰላም, வணக்கம்',
  '🚗 👍🏽 🇩🇪',
])('The line %s is drawn as it is', async (line) => expect(await read(line)).toBe(line));
