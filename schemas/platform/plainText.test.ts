import { expect, it } from 'vitest';
import { cleanTexts, isBlankText, isPlainText, toPlainText } from './plainText.ts';

it.each([
  ['a NUL', 'a\0b', 'ab'],
  ['a bell', 'a\u0007b', 'ab'],
  ['an escape sequence', '\u001B[31mrot', '[31mrot'],
  ['a vertical tab, as word processors copy it', 'a\u000Bb', 'ab'],
  ['half of a surrogate pair', 'a\uD83Db', 'ab'],
  ['a character that XML does not allow', 'a\uFFFEb\uFFFF', 'ab'],
  ['a single carriage return', 'a\rb', 'a\nb'],
])('A text with %s is not plain, and is cleaned', (_, text, cleaned) => {
  expect([isPlainText(text), toPlainText(text)]).toEqual([false, cleaned]);
});

it.each(['', 'Müller 😀', 'a\tb\nc', 'a\r\nb', 'שלום \u200F', 'a\u0085b'])(
  'The text %j is plain',
  (text) => {
    expect([isPlainText(text), toPlainText(text)]).toEqual([true, text]);
  },
);

it('Texts are cleaned at any depth, and other values are kept', () => {
  expect(cleanTexts({ a: ['x\0', 1, null], b: { c: true, d: 'y\u0001' } })).toEqual({
    a: ['x', 1, null],
    b: { c: true, d: 'y' },
  });
});

it.each(['', '  \n', '\u200E\u202E\u2066', '\u00AD\u200B\uFEFF'])(
  'The text %j is blank',
  (text) => {
    expect(isBlankText(text)).toBe(true);
  },
);

it.each(['a', '\u202Ea', '👨‍👩‍👧', '.'])('The text %j is not blank', (text) => {
  expect(isBlankText(text)).toBe(false);
});
