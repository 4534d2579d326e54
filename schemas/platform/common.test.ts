import { expect, it } from 'vitest';
import { localized } from './common.ts';

it('A missing translation falls back to the other language', () => {
  expect(localized({ de: 'Name', en: 'Full name' }, 'en')).toBe('Full name');
  expect(localized({ de: 'Name' }, 'en')).toBe('Name');
  expect(localized({ de: 'Name', en: '' }, 'en')).toBe('Name');
  expect(localized({ de: ' ', en: 'Full name' }, 'de')).toBe('Full name');
  expect(localized({ de: '', en: ' ' }, 'en').trim()).toBe('');
});
