import { expect, it } from 'vitest';
import { localize } from './common.ts';

it('A missing translation falls back to the other language', () => {
  expect(localize({ de: 'Name', en: 'Full name' }, 'en')).toBe('Full name');
  expect(localize({ de: 'Name' }, 'en')).toBe('Name');
  expect(localize({ de: 'Name', en: '' }, 'en')).toBe('Name');
  expect(localize({ de: ' ', en: 'Full name' }, 'de')).toBe('Full name');
  expect(localize({ de: '', en: ' ' }, 'en').trim()).toBe('');
});
