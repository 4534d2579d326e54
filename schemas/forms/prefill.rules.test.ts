import { expect, it } from 'vitest';
import { pickPrefill, readPrefill, removePrefill } from './prefill.rules.ts';

const elements = [
  { id: 'first', type: 'input', prefill: 'm_vorname' as const },
  { id: 'mail', type: 'input', prefill: 'em' as const },
  { id: 'free', type: 'input' },
];

it('Prefill answers are read by element', () => {
  expect(readPrefill('?m_vorname=%20Jonas%20&em=&free=x&other=1', elements)).toEqual({
    first: 'Jonas',
  });
});

it.each([
  ['?m_vorname=Anna+Lena&em=a+b@c.example', 'Anna Lena', 'a+b@c.example'],
  ['?m_vorname=J%F6rg&em=a%2Bb%40c.example', 'Jörg', 'a+b@c.example'],
  ['?m_vorname=J%C3%B6rg&amp;em=j@c.example', 'Jörg', 'j@c.example'],
  ['?m_vorname=Ida&amp%3Bem=j@c.example', 'Ida', 'j@c.example'],
  ['?M_VORNAME=Ida&Em=j@c.example', 'Ida', 'j@c.example'],
  ['?m_vorname=Ida&m_vorname=Ole&em=j', 'Ida', 'j'],
])('A mail program’s link %s prefills %s and %s', (search, first, mail) => {
  expect(readPrefill(search, elements)).toEqual({ first, mail });
  expect(readPrefill(pickPrefill(search), elements)).toEqual({ first, mail });
  expect(removePrefill(search)).toBe('');
});

it.each([
  ['j@c.example.', 'j@c.example'],
  ['j@c.example%3E.', 'j@c.example'],
  ['j@c.example;', 'j@c.example'],
  ['j@c.example%22)', 'j@c.example'],
  ['mailto:j@c.example', 'j@c.example'],
  ['MAILTO:a+b@c.example,', 'a+b@c.example'],
])('The address %s at the end of a link is %s', (written, mail) =>
  expect(readPrefill(`?em=${written}`, elements)).toEqual({ mail }),
);

it.each([
  ['tel:+4940123', '+4940123'],
  ['+49+40+123', '+49 40 123'],
  ['%2B49%2040%20123)', '+49 40 123'],
  ['040 123.', '040 123'],
])('The number %s at the end of a link is %s', (written, number) => {
  const phone = [{ id: 'phone', type: 'input', prefill: 'ph' as const }];
  expect(readPrefill(`?ph=${written}`, phone)).toEqual({ phone: number });
});

it.each([
  ['Jana%22', 'Jana'],
  ['Jana%E2%80%9D', 'Jana'],
  ['Jana%22%3E', 'Jana'],
  ['Jana;', 'Jana'],
  ['Jana,', 'Jana'],
  ['Jonas Wieland jr.', 'Jonas Wieland jr.'],
  ['Bau %22Nord%22', 'Bau "Nord"'],
  ['Bau (Nord)', 'Bau (Nord)'],
])('The name %s at the end of a link is %s', (written, first) =>
  expect(readPrefill(`?m_vorname=${written}`, elements)).toEqual({ first }),
);

it('Prefill answers are removed from the address', () => {
  expect(removePrefill('?m_vorname=Jonas&utm=mail')).toBe('?utm=mail');
  expect(removePrefill('?em=j@example.com')).toBe('');
  expect(removePrefill('?utm=M%FCnchen&amp;EM=j@example.com&x')).toBe('?utm=M%FCnchen&x');
});

it('An address without prefill answers stays as it is written', () => {
  for (const search of ['', '?utm=M%FCnchen&amp;x', '?a=b+c'])
    expect(removePrefill(search)).toBe(search);
});

it('Only what prefills answers is picked from an address', () => {
  expect(pickPrefill('?utm=mail&m_name=J%C3%B6rg+Wieland&em=%20&page=a')).toBe(
    'm_name=J%C3%B6rg+Wieland',
  );
  expect(pickPrefill('?m_email=a+b@c.example')).toBe('m_email=a%2Bb%40c.example');
  expect(pickPrefill('?page=a')).toBe('');
});
