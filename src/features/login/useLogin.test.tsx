// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '#src/api/api.ts';
import { removeStored } from '#src/lib/storage.ts';
import { useLogin } from './useLogin.ts';

vi.mock('#src/api/config.ts', () => ({ publicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }) }));
afterEach(() => {
  removeStored('registeredSession');
  vi.unstubAllGlobals();
});

it('sends a code again under the same key until an answer comes, and another code under another', async () => {
  const keys: (string | null)[] = [];
  let isCut = true;
  vi.stubGlobal('fetch', async (request: Request) => {
    keys.push(request.headers.get('idempotency-key'));
    if (isCut) throw new TypeError('no net');
    return Response.json({ reason: 'wrongCode', reasonMessage: 'Falsch' }, { status: 401 });
  });
  const store = configureStore({ reducer: { [api.reducerPath]: api.reducer }, middleware: (defaults) => defaults().concat(api.middleware) });
  const { result } = renderHook(useLogin, { wrapper: ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider> });
  const confirm = (code: string) => act(() => result.current.confirm({ challenge: 'c', methods: ['totp'] }, code).catch(() => undefined));
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
