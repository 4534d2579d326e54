// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '#src/api/client/api.ts';
import { logOut } from '#src/api/access/sessions.ts';
import { useGetInvitationQuery, usersApi } from '#src/api/access/users.ts';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { detectLanguage } from '#src/locale/language.ts';
import { useLanguage } from '#src/locale/useLanguage.ts';
import { matchRoute } from '#src/routing/routes.ts';
import { removeStored, writeStored, writeTabChoice } from '#src/device/storage.ts';
import { useBrand } from './Branded.tsx';
import { createStore } from './store.ts';
import { useInvitedLanguage } from './useInvitation.ts';

vi.mock('#src/api/client/config.ts', () => ({
  readPublicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
}));

const key = 'k'.repeat(20);
const invites = (userId: string, { uniqueAccountKey = 'kanzlei' } = {}) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ userId, userStatus: 1, language: 'en', uniqueAccountKey })),
  );

function show(hook: () => void) {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  renderHook(hook, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <TestIntl>
        <Provider store={store}>{children}</Provider>
      </TestIntl>
    ),
  });
  return store;
}

afterEach(() => {
  removeStored('language');
  writeTabChoice('invitedLanguage', undefined);
  vi.unstubAllGlobals();
});

describe('the language of an invitation', () => {
  const open = () =>
    show(() => {
      useGetInvitationQuery({ params: { hashUserKey: key } });
      useInvitedLanguage(matchRoute({ pathname: `/start/${key}`, search: '' }));
    });
  const settled = () =>
    waitFor(() => expect(fetch).toHaveBeenCalled()).then(() => act(async () => undefined));

  it('The portal has the language of the invitation', async () => {
    invites('miriam');
    open();
    await waitFor(() => expect(detectLanguage()).toBe('en'));
  });

  it('Calls are in the language of the invitation, on every page of the tab', async () => {
    invites('miriam');
    const store = open();
    await waitFor(() => expect(detectLanguage()).toBe('en'));
    const asked = async () => {
      await store.dispatch(
        usersApi.endpoints.getInvitation.initiate(
          { params: { hashUserKey: key } },
          { forceRefetch: true, subscribe: false },
        ),
      );
      return vi.mocked(fetch).mock.calls.at(-1)?.[0] as Request;
    };
    expect((await asked()).headers.get('accept-language')).toBe('en');
    expect(detectLanguage()).toBe('en');
    writeStored('language', 'de');
    expect((await asked()).headers.get('accept-language')).toBe('de');
    expect(detectLanguage()).toBe('de');
  });

  it('A logout drops the invitation’s language, but not a chosen one', () => {
    const after = (change: () => void) => {
      change();
      const { result } = renderHook(useLanguage);
      act(() => logOut(createStore().dispatch));
      return result.current;
    };
    expect(after(() => writeTabChoice('invitedLanguage', 'en'))).toBe('de');
    expect(after(() => writeStored('language', 'en'))).toBe('en');
  });

  it('A chosen language overrides the invitation’s', async () => {
    invites('miriam');
    writeStored('language', 'de');
    open();
    await settled();
    expect(detectLanguage()).toBe('de');
  });
});

it('The page of an unknown account stays while the account is asked for again', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ reason: 'notFound', reasonMessage: '' }, { status: 404 })),
  );
  const seen: unknown[] = [];
  const store = show(() => {
    seen.push(useBrand(matchRoute({ pathname: '/legal/imprint/unknown', search: '' })));
  });
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(seen.at(-1)).toBeUndefined());
  const known = seen.length;
  act(() => void store.dispatch(api.util.invalidateTags(['PublicInfo'])));
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  await act(async () => undefined);
  expect(seen.slice(known)).not.toContain('loading');
});

describe('the brand of an invitation', () => {
  it.each([
    ['the brand of the inviting customer', 'behrens-lindqvist', '#14505c'],
    ['the brand of the portal', 'kanzlei', undefined],
  ])('The page of an invitation shows %s', async (_, account, color) => {
    invites('miriam', { uniqueAccountKey: account });
    const seen: (string | undefined)[] = [];
    show(() => {
      useGetInvitationQuery({ params: { hashUserKey: key } });
      const brand = useBrand(matchRoute({ pathname: `/start/${key}`, search: '' }));
      seen.push(brand === 'loading' ? brand : brand?.brand.colors.primaryColor);
    });
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    await waitFor(() => expect(seen.at(-1)).toBe(color));
  });
});
