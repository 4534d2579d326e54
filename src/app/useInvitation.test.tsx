// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserSession } from '#schemas/access/sessions.ts';
import { api } from '#src/api/client/api.ts';
import { logOut } from '#src/api/access/sessions.ts';
import { userSessions } from '#src/api/client/userSessions.ts';
import { useGetInvitationQuery, usersApi } from '#src/api/access/users.ts';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { detectLanguage } from '#src/locale/language.ts';
import { useLanguage } from '#src/locale/useLanguage.ts';
import { matchRoute } from '#src/routing/routes.ts';
import { removeStored, writeStored, writeTabChoice } from '#src/device/storage.ts';
import { clearToasts, getToasts } from '#src/ui/toast.ts';
import { useBrand } from './Branded.tsx';
import { createStore } from './store.ts';
import { useForeignInvitation, useInvitedLanguage } from './useInvitation.ts';

vi.mock('#src/api/client/config.ts', () => ({
  readPublicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
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
const invites = (userId: string, { uniqueAccountKey = 'kanzlei', userStatus = 1 } = {}) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ userId, userStatus, language: 'en', uniqueAccountKey })),
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
  (['registeredSession', 'language'] as const).forEach(removeStored);
  writeTabChoice('invitedLanguage', undefined);
  vi.unstubAllGlobals();
});

describe('an invitation for another user', () => {
  const open = () =>
    show(() => useForeignInvitation(matchRoute({ pathname: `/start/${key}`, search: '' })));
  beforeEach(clearToasts);

  it('An invitation for another user shows who is logged in', async () => {
    invites('miriam');
    userSessions.start('registered', jonas);
    open();
    await waitFor(() =>
      expect(getToasts()).toEqual([
        expect.objectContaining({
          level: 'warning',
          text: { id: 'invitation.foreign', values: { name: 'Jonas Wieland' } },
        }),
      ]),
    );
  });

  it.each([
    ['for the user', jonas.user, 'jonas', 1],
    ['that the login has joined', { ...jonas.user, clientIds: { a2: 'jonas2' } }, 'jonas2', 1],
    ['that the login may still join', jonas.user, 'miriam', 0],
  ])('An invitation %s shows no toast', async (_, user, userId, userStatus) => {
    invites(userId, { userStatus });
    userSessions.start('registered', { ...jonas, user });
    open();
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    await act(async () => undefined);
    expect(getToasts()).toEqual([]);
  });
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
