// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserSession } from '#schemas/sessions.ts';
import { api } from '#src/api/api.ts';
import { logOut } from '#src/api/sessions.ts';
import { userSessions } from '#src/api/userSessions.ts';
import { useGetInvitationQuery, usersApi } from '#src/api/users.ts';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { locale } from '#src/features/locale/slice.ts';
import { spokenLanguage } from '#src/lib/language.ts';
import { placeOf } from '#src/lib/routes.ts';
import { removeStored, writeStored, writeTabChoice } from '#src/lib/storage.ts';
import { useBrand } from './Branded.tsx';
import { createStore } from './store.ts';
import { useForeignInvitation, useInvitedLanguage } from './useInvitation.ts';

vi.mock('#src/api/config.ts', () => ({
  publicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
}));

const key = 'k'.repeat(20);
const jonas: UserSession = {
  accessToken: 'token',
  sessionId: 's1',
  user: {
    userId: 'jonas',
    firstName: 'Jonas',
    lastName: 'Wieland',
    salutation: 'Herr',
    email: 'jonas@example.org',
    username: 'j.wieland',
    userStatus: 1,
    accountId: 'a1',
    accountIds: ['a1'],
    accountIdsWithoutDashboard: [],
    uniqueAccountKeys: [],
    hasProfilePicture: false,
  },
};
const invites = (userId: string, uniqueAccountKey = 'kanzlei') =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ userId, language: 'en', uniqueAccountKey })),
  );

function show(hook: () => void) {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, locale: locale.reducer },
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
  (['registeredSession', 'language'] as const).forEach(removeStored);
  writeTabChoice('invitedLanguage', undefined);
  vi.unstubAllGlobals();
});

describe('an invitation for somebody else', () => {
  const showToast = vi.fn();
  const open = () =>
    show(() => useForeignInvitation(placeOf({ pathname: `/start/${key}`, search: '' }), showToast));
  beforeEach(() => void showToast.mockClear());

  it('tells whoever is logged in who they are, and to log out first', async () => {
    invites('miriam');
    userSessions.start('registered', jonas);
    open();
    await waitFor(() =>
      expect(showToast).toHaveBeenCalledWith({
        level: 'warning',
        text: expect.stringMatching(/als Jonas Wieland angemeldet.*melden Sie sich zuerst ab/),
      }),
    );
  });

  it('tells nothing to whom it was sent', async () => {
    invites('jonas');
    userSessions.start('registered', jonas);
    open();
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    await act(async () => undefined);
    expect(showToast).not.toHaveBeenCalled();
  });
});

describe('the language of whoever is invited', () => {
  const open = () =>
    show(() => {
      useGetInvitationQuery({ params: { hashUserKey: key } });
      useInvitedLanguage(placeOf({ pathname: `/start/${key}`, search: '' }));
    });
  const settled = () =>
    waitFor(() => expect(fetch).toHaveBeenCalled()).then(() => act(async () => undefined));

  it('is theirs until they choose another', async () => {
    invites('miriam');
    const store = open();
    await waitFor(() => expect(store.getState().locale.language).toBe('en'));
  });

  it('is what the server is asked for as well, and goes on on every page of the tab', async () => {
    invites('miriam');
    const store = open();
    await waitFor(() => expect(store.getState().locale.language).toBe('en'));
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
    expect(spokenLanguage()).toBe('en');
    writeStored('language', 'de');
    expect((await asked()).headers.get('accept-language')).toBe('de');
    expect(spokenLanguage()).toBe('de');
  });

  it('goes with them when they log out, on the page as in what is asked for; a chosen one stays', () => {
    const after = (change: () => void) => {
      const store = createStore();
      change();
      store.dispatch(locale.actions.chosen('en'));
      logOut(store.dispatch);
      return [store.getState().locale.language, spokenLanguage()];
    };
    expect(after(() => writeTabChoice('invitedLanguage', 'en'))).toEqual(['de', 'de']);
    expect(after(() => writeStored('language', 'en'))).toEqual(['en', 'en']);
  });

  it('is the one they have chosen', async () => {
    invites('miriam');
    writeStored('language', 'de');
    const store = open();
    await settled();
    expect(store.getState().locale.language).toBe('de');
  });
});

describe('the look of a portal that somebody is invited to', () => {
  it.each([
    ['that of the customer who invites', 'behrens-lindqvist', '#14505c'],
    ['the portal’s own', 'kanzlei', undefined],
  ])('is %s', async (_, account, color) => {
    invites('miriam', account);
    const seen: (string | undefined)[] = [];
    show(() => {
      useGetInvitationQuery({ params: { hashUserKey: key } });
      const brand = useBrand(placeOf({ pathname: `/start/${key}`, search: '' }));
      seen.push(brand === 'loading' ? brand : brand?.brand.colors.primaryColor);
    });
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    await waitFor(() => expect(seen.at(-1)).toBe(color));
  });
});
