import { expect, it } from 'vitest';
import { prefillFrom, withoutPrefill } from './prefill.ts';

const elements = [
  { id: 'first', type: 'input', prefill: 'm_vorname' as const },
  { id: 'mail', type: 'input', prefill: 'em' as const },
  { id: 'free', type: 'input' },
];

it('fills the elements that ask for it', () => {
  expect(prefillFrom('?m_vorname=%20Jonas%20&em=&free=x&other=1', elements)).toEqual({
    first: 'Jonas',
  });
});

it('takes what it offered out of the address and leaves the rest', () => {
  expect(withoutPrefill('?m_vorname=Jonas&utm=mail')).toBe('?utm=mail');
  expect(withoutPrefill('?em=j@example.com')).toBe('');
});
