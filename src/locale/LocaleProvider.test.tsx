// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { FormattedMessage } from 'react-intl';
import { afterEach, expect, it, vi } from 'vitest';
import { removeStored } from '#src/device/storage.ts';
import { clearToasts, useToasts } from '#src/ui/toast.ts';
import { LocaleProvider } from './LocaleProvider.tsx';
import { loadMessages } from './messages.ts';
import { chooseLanguage } from './useLanguage.ts';

const failing = vi.hoisted(() => ({ count: 0 }));
vi.mock('#locales/visitors.en.json', async (importOriginal) => {
  const texts = await importOriginal<object>();
  return {
    get default() {
      if (failing.count-- > 0) throw new Error('404');
      return (texts as { default: object }).default;
    },
  };
});

afterEach(() => {
  removeStored('language');
  clearToasts();
  failing.count = 0;
});

/** Shows the toasts with their buttons. */
function Toasts() {
  return useToasts().map(({ id, text, action }) => (
    <button key={id} onClick={action?.onClick}>
      {typeof text === 'string' ? text : text.id}
    </button>
  ));
}

it('A language that fails to load keeps the old texts, and a button loads it', async () => {
  const messages = await loadMessages('de', ['visitors']);
  render(
    <LocaleProvider initial={{ language: 'de', messages, hasPortalTexts: false }}>
      <p>
        <FormattedMessage id="action.retry" />
      </p>
      <Toasts />
    </LocaleProvider>,
  );
  failing.count = 1;
  await act(async () => chooseLanguage('en'));
  expect(screen.getByText('Noch einmal versuchen')).toBeTruthy();
  const button = await screen.findByRole('button', { name: 'language.failed' });
  expect(failing.count).toBe(0); // asked for once
  await act(async () => button.click());
  expect(await screen.findByText('Try again')).toBeTruthy();
});

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
