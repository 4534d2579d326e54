import { expect, it } from 'vitest';
import { layOutLine } from './layOutLine.ts';
import { isolate } from './sheet.ts';
import { prepareFonts } from './typeface.ts';

/** Lays out a line; each character is one point wide. */
async function layOut(line: string, room = 100) {
  await prepareFonts(line, 'regular');
  const { rows, isRightToLeft } = layOutLine(line, 'regular', room, ({ text }) => text.length);
  return { isRightToLeft, rows: rows.map((pieces) => pieces.map(({ text }) => text)) };
}
const readRows = async (line: string, room: number) =>
  (await layOut(line, room)).rows.map((pieces) => pieces.join(''));

it('A row ends at the last blank that fits', async () => {
  expect(await readRows('Der Wagen stand auf dem Hof', 10)).toEqual([
    'Der Wagen ',
    'stand auf ',
    'dem Hof',
  ]);
});

it('A word stays together when its letters are in two fonts', async () => {
  expect(await readRows('Herr Łukasz', 9)).toEqual(['Herr ', 'Łukasz']);
});

it('A word that is longer than a row is cut between letters, not before their marks', async () => {
  expect(await readRows('M\u0302M\u0302M\u0302', 4)).toEqual(['M\u0302M\u0302', 'M\u0302']);
});

it('A row of Thai ends between words, one of Chinese before no comma', async () => {
  expect(await readRows('สวัสดีครับผู้ใช้', 8)).toEqual(['สวัสดี', 'ครับผู้', 'ใช้']);
  expect(await readRows('交通事故，照片', 4)).toEqual(['交通事', '故，照片']);
});

it('An Arabic line is read from the right, its numbers and brackets as they are', async () => {
  const { isRightToLeft, rows } = await layOut('يوم 14.03.2026 (برلين)!');
  expect(isRightToLeft).toBe(true);
  expect(rows).toEqual([['!(', 'برلين', ') ', '14.03.2026', ' ', 'يوم']]);
});

it('German words in a Hebrew line are read from the left', async () => {
  const { isRightToLeft, rows } = await layOut('ליד Alexanderplatz 5 בשעה');
  expect(isRightToLeft).toBe(true);
  expect(rows).toEqual([['בשעה', ' ', 'Alexanderplatz 5', ' ', 'ליד']]);
});

it('Arabic words in a German line are read from the right', async () => {
  const { isRightToLeft, rows } = await layOut('Herr أحمد مولر kam');
  expect(isRightToLeft).toBe(false);
  expect(rows).toEqual([['Herr ', 'مولر', ' ', 'أحمد', ' kam']]);
});

it('The first words of an Arabic line are in its first row', async () => {
  const { rows } = await layOut('السلام عليكم ورحمة', 13);
  expect(rows).toEqual([[' ', 'عليكم', ' ', 'السلام'], ['ورحمة']]);
});

it('Digits of Persian are drawn in their order, and its joiners stay', async () => {
  const { rows } = await layOut('می\u200Cخواهم ۱۲۳');
  expect(rows).toEqual([['۳۲۱', ' ', 'می\u200Cخواهم']]); // fontkit turns them once more
});

it('Letters that one Arabic font lacks do not part a word', async () => {
  expect((await layOut('سنڌي')).rows).toEqual([['سنڌي']]);
});

it('An Arabic name of a file leaves its size behind it', async () => {
  const { isRightToLeft, rows } = await layOut(`${isolate('شهادة.pdf')}, 1 kB`);
  expect(isRightToLeft).toBe(false);
  expect(rows).toEqual([['pdf', '.', 'شهادة', ', 1 kB']]);
});
