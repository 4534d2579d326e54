import { describe, expect, it } from 'vitest';
import { passwordLimits } from '#schemas/access/limits.ts';
import { measureProcessorMs } from '#tools/testing/processorTime.ts';
import {
  buildEmailKey,
  countKinds,
  checkCriteria,
  findBrokenRule,
  type PasswordRule,
} from './users.rules.ts';

const jonas = { username: 'j.wieland', email: 'jonas@example.com' };

describe('a new password', () => {
  it.each<[string, PasswordRule | undefined]>([
    ['Fahrrad-im-Regen', undefined],
    ['Möwe über Altona', undefined],
    ['Kx7#pq2L', undefined],
    ['ÄÖÜäöü12', undefined],
    ['Kx7#pq2', 'minLength'],
    ['😀😀😀', 'minLength'],
    ['', 'minLength'],
    ['Kx#\u0061\u0308\u006F\u0308\u0075\u0308', 'minLength'],
    ['Ｐａｓｓｗｏｒｔ１！', 'notAllowed'],
    [`Kx7#${'pq2L'.repeat(31)}`, undefined],
    [`Kx7#${'pq2L'.repeat(31)}!`, 'maxLength'],
    ['fahrradimregen', 'kinds'],
    ['Fahrradimregen', 'kinds'],
    ['12345678', 'kinds'],
    ['Fahrrad1im2regen', undefined],
    ['J.Wieland-2026', 'person'],
    ['xJONAS@Example.com1', 'person'],
    ['Passwort1!', 'notAllowed'],
    ['P@ssw0rt1!', 'notAllowed'],
    ['!!Sommer2026', 'notAllowed'],
    ['Willkommen#1', 'notAllowed'],
    ['1Qaz@Wsx', 'notAllowed'],
    ['Schatz-im-Silbersee', undefined],
    ['Fahrrad-12345', 'notAllowed'],
    ['Qwertz-Regen7', 'notAllowed'],
    ['Regen-gfdsa-7', 'notAllowed'],
    ['Fahrraaad-7', 'notAllowed'],
    ['Regen-555-Tag', 'notAllowed'],
    ['RegenAaA-7', 'notAllowed'],
    ['Fahrrad-1234', undefined],
  ])('%s: %s', (password, problem) => expect(findBrokenRule(password, jonas)).toBe(problem));

  it('A password may contain a username of fewer than four letters', () => {
    expect(findBrokenRule('Fahrrad-im-Regen', { username: 'rad' })).toBeUndefined();
    expect(findBrokenRule('Fahrrad-im-Regen', { username: 'rege' })).toBe('person');
  });

  it('Without personal data a password is checked by the other rules only', () =>
    expect(findBrokenRule('J.Wieland-2026', {})).toBeUndefined());

  it('Each criterion is reported separately', () => {
    expect(checkCriteria('Kurz', jonas)).toEqual({
      lower: true,
      upper: true,
      special: false,
      digit: false,
      length: false,
      person: true,
      sequence: true,
      common: true,
    });
    expect(countKinds(checkCriteria('Fahrrad-im-Regen', jonas))).toBe(3);
  });

  it.each(['12345678', 'Qwertz123!'])('A row of keys is also a common password: %s', (password) =>
    expect(checkCriteria(password, jonas)).toMatchObject({ sequence: false, common: false }),
  );

  it('A very long password is refused without a search for words and names', async () => {
    const password = 'aB3#'.repeat(250_000);
    let rule: PasswordRule | undefined;
    const ms = await measureProcessorMs(() => (rule = findBrokenRule(password, jonas)));
    expect(rule).toBe('maxLength');
    expect(ms).toBeLessThan(500);
  });

  it('A password needs 8 characters of at least three kinds', () =>
    expect(passwordLimits).toMatchObject({ minLength: 8, maxLength: 128, classes: 3 }));
});

it('E-mail addresses compare equal despite case, spaces and Unicode form', () => {
  expect([' Juergen@Beispiel.example', 'JUERGEN@beispiel.example '].map(buildEmailKey)).toEqual(
    Array(2).fill('juergen@beispiel.example'),
  );
  expect(buildEmailKey('Ju\u0308rgen@beispiel.example')).toBe('j\u00fcrgen@beispiel.example');
});
