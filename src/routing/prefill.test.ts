import { expect, it } from 'vitest';
import { readPrefill, removePrefill } from './prefill.ts';

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
