import { expect, it } from 'vitest';
import { buildUsernameKey, cleanUsername, findBrokenUsernameRule } from './usernames.rules.ts';

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
