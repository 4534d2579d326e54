import { expect, it } from 'vitest';
import {
  buildFoldedKey,
  buildUnfoldedKey,
  buildUsernameKey,
  cleanUsername,
  findBrokenUsernameRule,
} from './usernames.rules.ts';

it.each([
  ['zw.abc\u200B', 'zw.abc'],
  [' \uFEFFnora.brandt ', 'nora.brandt'],
  ['nora\u00AD.bra\u202Endt', 'nora.brandt'],
  ['ｎｏｒａ', 'nora'],
  ['Mu\u0308ller', 'Müller'],
  ['nora\u2011brandt', 'nora-brandt'],
  ['\u3164\u200B', ''],
  ['nora½', 'nora1/2'],
])('The username %j is stored as %j', (typed, stored) => expect(cleanUsername(typed)).toBe(stored));

it.each([
  ['Nora.Brandt', 'nora.brandt'],
  ['nora.brandt', 'nоrа.brаndt'], // with Cyrillic letters
  ['сосо', 'COCO'],
  ['νικος', 'ΝΙΚΟΣ'],
  ['aydın', 'AYDIN'],
  ['İpek', 'ipek'],
  ['ﬁnn', 'finn'],
])('The usernames %j and %j have one key', (one, other) =>
  expect(buildUsernameKey(one)).toBe(buildUsernameKey(other)),
);

it.each([
  ['müller', 'mueller'],
  ['anna1', 'annal'],
  ['jose', 'josé'],
  ['иван', 'ivan'],
])('The usernames %j and %j have different keys', (one, other) =>
  expect(buildUsernameKey(one)).not.toBe(buildUsernameKey(other)),
);

it.each([
  ['Weiß', 'WEISS'],
  ['weiß', 'WEIẞ'],
  ['ΝΙΚΟΣ', 'νικοσ'],
  ['Νίκος', 'ΝΊΚΟΣ'],
  ['Άννα', 'Áννα'], // with a Latin A
  ['ёжик', 'ËЖИК'], // with a Latin E
  ['ᾳδης', 'ΑΙΔΗΣ'],
  ['İpek', 'IPEK'],
  ['ŉa', 'ʼNA'],
  ['ﬁnn', 'FINN'],
])('The usernames %j and %j have one folded key', (one, other) =>
  expect(buildFoldedKey(one)).toBe(buildFoldedKey(other)),
);

it.each([
  ['müller', 'mueller'],
  ['jose', 'josé'],
  ['weiß', 'weis'],
  ['anna1', 'annal'],
])('The usernames %j and %j have different folded keys', (one, other) =>
  expect(buildFoldedKey(one)).not.toBe(buildFoldedKey(other)),
);

it('The unfolded key ignores case and invisible characters alone', () => {
  expect(buildUnfoldedKey(' Weiß\u200B')).toBe('weiß');
  expect(buildUnfoldedKey('WEISS')).toBe('weiss');
  expect(buildUnfoldedKey('сосо')).not.toBe('coco'); // with Cyrillic letters
});

it('Names with one key of a finer kind have one folded key', () => {
  const broken: string[] = [];
  for (let code = 0x21; code <= 0x1_ff_ff; code += 1) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
    const letter = String.fromCodePoint(code);
    if (/\p{Cn}|\p{Co}/u.test(letter)) continue; // no letter yet
    const name = `a${letter}b`;
    const folded = buildFoldedKey(name);
    const keys = [buildUnfoldedKey(name), buildUsernameKey(name), folded];
    if (keys.some((key) => buildFoldedKey(key) !== folded)) broken.push(code.toString(16));
  }
  expect(broken).toEqual([]);
});

it.each([
  ['nora brandt', 'spaces'],
  ['nb', 'minLength'],
  ['👩🏽👩🏽', undefined],
  ['nоra.brandt', 'scripts'],
  ['αbγ', 'scripts'],
  ['Ꭺnna', 'scripts'], // Cherokee
  ['தமிழ்-1980', undefined],
  ['иван-1980', undefined],
  ['田中たなか', undefined],
  ['jörg_2@beispiel.example', undefined],
])('The rule that the username %j breaks is %s', (name, rule) =>
  expect(findBrokenUsernameRule(name)).toBe(rule),
);
