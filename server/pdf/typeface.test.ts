import { expect, it } from 'vitest';
import { splitRuns } from './typeface.ts';

const read = (line: string) =>
  splitRuns(line, 'regular')
    .map(({ text }) => text)
    .join('');

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
  ['山', '[U+5C71]'],
  ['\u200B', ' '],
])('The line %j is drawn as %j', (line, drawn) => expect(read(line)).toBe(drawn));
