// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { removeStored } from '#src/device/storage.ts';
import { LocaleProvider } from './LocaleProvider.tsx';
import { loadMessages } from './messages.ts';
import { chooseLanguage } from './useLanguage.ts';

afterEach(() => removeStored('language'));

it('The language of the page is written only when it changes', async () => {
  const root = document.documentElement;
  root.lang = 'de';
  const observer = new MutationObserver(() => undefined);
  observer.observe(root, { attributes: true });
  const messages = await loadMessages('de', ['visitors']);
  render(
    <LocaleProvider initial={{ language: 'de', messages, hasPortalTexts: false }}>
      <p />
    </LocaleProvider>,
  );
  expect(observer.takeRecords()).toEqual([]);
  await act(async () => {
    chooseLanguage('en');
    await loadMessages('en', ['visitors']);
  });
  expect(root.lang).toBe('en');
  observer.disconnect();
});
