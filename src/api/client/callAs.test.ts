import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { sendMessage } from '#schemas/cases/messages.ts';
import { removeStored, writeStored } from '#src/device/storage.ts';
import { callJsonAs } from './callAs.ts';

vi.mock('./config.ts', () => ({
  readPublicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
}));

it('A call for one user is never sent with another user’s token', async () => {
  const tokens: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    tokens.push(headers.authorization);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubGlobal('location', {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  const logIn = (userId: string) =>
    writeStored('registeredSession', {
      accessToken: `token of ${userId}`,
      sessionId: 's',
      receivedAt: Date.now(),
      user: {
        userId,
        firstName: '',
        lastName: '',
        salutation: '',
        email: '',
        username: null,
        userStatus: 1,
        accountId: 'a',
        accountIds: ['a'],
        accountIdsWithoutDashboard: [],
        uniqueAccountKeys: [],
        hasProfilePicture: false,
      },
    });
  const send = () =>
    callJsonAs('nora', {
      endpoint: sendMessage,
      params: { acc: 'a', akte: 'c' },
      body: {},
      idempotencyKey: 'k',
    });

  logIn('nora');
  expect(await send()).toEqual({ data: {} });
  logIn('jonas');
  expect(await send()).toMatchObject({ error: { status: 401 } });
  removeStored('registeredSession');
  expect(await send()).toMatchObject({ error: { status: 401 } });
  expect(tokens).toEqual(['Bearer token of nora']);
  server.close();
  vi.unstubAllGlobals();
});
