import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCanonicalJson } from './canonicalJson.ts';

// RFC 8785, 3.2.2 and 3.2.3
it.each([
  [
    JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
        '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/",' +
        '"literals":[null,true,false]}',
    ) as unknown,
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  ],
  [
    {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      1: 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    },
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control",' +
      '"ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face",' +
      '"\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ],
])('`toCanonicalJson` writes the examples of RFC 8785 as the RFC does', (value, text) =>
  expect(toCanonicalJson(value)).toBe(text),
);

it('Numeric names are sorted as text', () =>
  expect(toCanonicalJson({ 10: 'a', 9: 'b', a: undefined })).toBe('{"10":"a","9":"b"}'));

it('The order of names in the input does not change the output', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = toCanonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(toCanonicalJson(JSON.parse(text))).toBe(text);
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        expect(toCanonicalJson(Object.fromEntries(Object.entries(value).reverse()))).toBe(text);
    }),
  );
});
