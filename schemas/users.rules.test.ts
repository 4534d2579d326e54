import { describe, expect, it } from 'vitest';
import { limits } from './limits.ts';
import {
  emailKeyOf,
  kindsIn,
  passwordCriteria,
  passwordProblem,
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
  ])('%s: %s', (password, problem) => expect(passwordProblem(password, jonas)).toBe(problem));

  it('may hold a username too short to mean anything', () => {
    expect(passwordProblem('Fahrrad-im-Regen', { username: 'rad' })).toBeUndefined();
    expect(passwordProblem('Fahrrad-im-Regen', { username: 'rege' })).toBe('person');
  });

  it('is held against nothing where nobody is known', () =>
    expect(passwordProblem('J.Wieland-2026', {})).toBeUndefined());

  it('shows each criterion for itself', () => {
    expect(passwordCriteria('Kurz', jonas)).toEqual({
      lower: true,
      upper: true,
      special: false,
      digit: false,
      length: false,
      person: true,
      sequence: true,
      common: true,
    });
    expect(kindsIn(passwordCriteria('Fahrrad-im-Regen', jonas))).toBe(3);
  });

  it('is judged in no time, however long', () => {
    const start = performance.now();
    passwordProblem('aB3#'.repeat(250_000), jonas);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it('needs what the specification says', () =>
    expect(limits.password).toMatchObject({ minLength: 8, maxLength: 128, classes: 3 }));
});

it('takes a mail address for the same in large letters, with a space too many, and with its dots written apart', () => {
  expect([' Juergen@Beispiel.example', 'JUERGEN@beispiel.example '].map(emailKeyOf)).toEqual(
    Array(2).fill('juergen@beispiel.example'),
  );
  expect(emailKeyOf('Ju\u0308rgen@beispiel.example')).toBe('j\u00fcrgen@beispiel.example');
});
