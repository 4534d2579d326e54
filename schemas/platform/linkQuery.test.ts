import { expect, it } from 'vitest';
import { decodeLinkText, parseLinkQuery } from './linkQuery.ts';

it.each([
  ['M%C3%BCller', 'Müller'],
  ['M%FCller', 'Müller'],
  ['%80+5%2C%2D', '€ 5,-'],
  ['%DCbung+%96+%93Stra%DFe%94', 'Übung – “Straße”'],
  ['%F0%9F%99%82', '🙂'],
  ['100%', '100%'],
  ['5%+von+%zz', '5% von %zz'],
  ['a%2Bb+c', 'a+b c'],
  ['Müller', 'Müller'],
  ['', ''],
])('The text %s of a link is "%s"', (text, decoded) => expect(decodeLinkText(text)).toBe(decoded));

it('A plus is kept where it cannot be a space', () => {
  expect(decodeLinkText('a+b%2Bc@d.example', '+')).toBe('a+b+c@d.example');
});

it('The parameters of a link have names in small letters, and are kept as they are written', () => {
  expect(parseLinkQuery('?M_NAME=M%FCller&amp;x=a=b&&flag&AMP%3bm%5Femail=a+b')).toEqual([
    { name: 'm_name', value: 'M%FCller', written: 'M_NAME=M%FCller' },
    { name: 'x', value: 'a=b', written: 'x=a=b' },
    { name: 'flag', value: '', written: 'flag' },
    { name: 'm_email', value: 'a+b', written: 'm%5Femail=a+b' },
  ]);
  expect(parseLinkQuery('')).toEqual([]);
});
