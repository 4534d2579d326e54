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

it('Prefill answers are removed from the address', () => {
  expect(removePrefill('?m_vorname=Jonas&utm=mail')).toBe('?utm=mail');
  expect(removePrefill('?em=j@example.com')).toBe('');
});

it('Only what prefills answers is picked from an address', () => {
  expect(pickPrefill('?utm=mail&m_name=J%C3%B6rg+Wieland&em=%20&page=a')).toBe(
    'm_name=J%C3%B6rg+Wieland',
  );
  expect(pickPrefill('?page=a')).toBe('');
});
