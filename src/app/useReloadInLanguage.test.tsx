// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import { accountsApi } from '#src/api/accounts/accounts.ts';
import { removeStored } from '#src/device/storage.ts';
import { chooseLanguage } from '#src/locale/useLanguage.ts';
import { createStore } from './store.ts';
import { useReloadInLanguage } from './useReloadInLanguage.ts';

// so that the configuration is not that of a file before this one, which may have failed
vi.mock('#src/api/client/config.ts', () => ({
  readPublicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
}));

afterEach(() => {
  removeStored('language');
  vi.unstubAllGlobals();
});

it('After a switch of the language, shown data is loaded in the new language', async () => {
  vi.stubGlobal('fetch', async ({ headers }: Request) =>
    Response.json({ accountName: headers.get('accept-language') }),
  );
  const store = createStore();
  renderHook(useReloadInLanguage, {
    wrapper: ({ children }) => <Provider store={store}>{children}</Provider>,
  });
  const query = accountsApi.endpoints.getPublicInfo.initiate({ params: { id: 'a' } });
  const shown = store.dispatch(query);
  const select = accountsApi.endpoints.getPublicInfo.select({ params: { id: 'a' } });
  const readName = () => select(store.getState()).data?.accountName;
  await expect.poll(readName).toBe('de');
  act(() => chooseLanguage('en'));
  await expect.poll(readName).toBe('en');
  shown.unsubscribe();
});
