// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { applyTheme } from './brand.ts';

it('lends six-digit colours, refuses anything else, and takes them back', () => {
  const root = document.createElement('div');
  const takeBack = applyTheme({ primaryColor: '#7d1f3f', secondaryColor: 'url(https://evil.example)' }, root);
  expect([root.style.getPropertyValue('--brand'), root.style.getPropertyValue('--brand-2')]).toEqual(['#7d1f3f', '']);
  applyTheme({ formContainerBackground: '#000000' }, root);
  expect(root.style.getPropertyValue('--form-container-background')).toContain('.975');
  takeBack();
  expect(root.style.getPropertyValue('--brand')).toBe('');
});
