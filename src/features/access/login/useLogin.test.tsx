// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '#src/api/client/api.ts';
import { saveLock } from '#src/device/loginLocks.ts';
import { removeStored } from '#src/device/storage.ts';
import { useLock } from './useLock.ts';
import { useLogin } from './useLogin.ts';

vi.mock('#src/api/client/config.ts', () => ({
  readPublicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
  askServerTime: async () => undefined,
}));
afterEach(() => {
  cleanup();
  removeStored('registeredSession');
  removeStored('loginLocks');
  vi.unstubAllGlobals();
});

const challenge = { challenge: 'c', methods: ['totp' as const] };
const wrong = (reason: string, status = 401) =>
  Response.json({ reason, reasonMessage: 'Falsch' }, { status });

/** The login over a net that answers so. */
function overNet(fetch: (request: Request) => Response) {
  vi.stubGlobal('fetch', async (request: Request) => fetch(request));
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  const { result } = renderHook(useLogin, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <Provider store={store}>{children}</Provider>
    ),
  });
  const quietly = (deed: () => Promise<unknown>) =>
    act(async () => void (await deed().catch(() => undefined)));
  return {
    confirm: (code: string) => quietly(() => result.current.confirm(challenge, code)),
    logIn: () =>
      quietly(() => result.current.logIn({ Username: 'm.castillo', Password: 'falsch' })),
  };
}

it('A retried code keeps its idempotency key, and another code gets another key', async () => {
  const keys: (string | null)[] = [];
  let isCut = true;
  const { confirm } = overNet((request) => {
    keys.push(request.headers.get('idempotency-key'));
    if (isCut) throw new TypeError('no net');
    return wrong('wrongCode');
  });
  await confirm('123456');
  isCut = false;
  await confirm('123456');
  await confirm('654321');
  const [first, ...others] = keys;
  expect(first).toMatch(/.{16}/);
  expect(others.slice(0, -1).every((key) => key === first)).toBe(true);
  expect(keys.length).toBeGreaterThan(3);
  expect(keys.at(-1)).not.toBe(first);
});

it('A lockout applies only to the username that was tried', async () => {
  const { logIn } = overNet(() =>
    Response.json(
      {
        reason: 'loginLocked',
        reasonMessage: 'Gesperrt',
        nextPossibleRetry: '2099-01-01T00:00:00Z',
      },
      { status: 423 },
    ),
  );
  await logIn();
  const locked = (username: string) =>
    renderHook(() => useLock(username)).result.current !== undefined;
  expect([locked('M.Castillo'), locked('j.wieland')]).toEqual([true, false]);
});

it('The wrong code that locks starts the countdown', async () => {
  const { logIn, confirm } = overNet(({ url }) =>
    url.endsWith('/login')
      ? Response.json(challenge)
      : Response.json(
          {
            reason: 'wrongCode',
            reasonMessage: 'Falsch',
            triesLeft: 0,
            nextPossibleRetry: '2099-01-01T00:00:00Z',
          },
          { status: 401 },
        ),
  );
  await logIn();
  await confirm('123456');
  expect(renderHook(() => useLock('m.castillo')).result.current).toBeGreaterThan(0);
});

it('The notice of an ended lockout disappears after the next response', async () => {
  saveLock('m.castillo', '2020-01-01T00:00:00Z');
  const lock = renderHook(() => useLock('m.castillo')).result;
  expect(lock.current).toBe(0);
  await overNet(() => wrong('wrongCredentials')).logIn();
  expect(lock.current).toBeUndefined();
});

it.each([
  ['wrongCredentials', 401],
  ['noAccess', 406],
  ['loginLocked', 423],
  ['tooManyRequests', 429],
] as const)('Each try sends one request, also after the error %s', async (reason, status) => {
  const asked: string[] = [];
  const { logIn, confirm } = overNet(({ url }) => {
    asked.push(new URL(url).pathname);
    return wrong(reason, status);
  });
  await logIn();
  await confirm('123456');
  expect(asked).toEqual(['/api/authenticate/login', '/api/v2.0/authenticate/secondfactor']);
});
