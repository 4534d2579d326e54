import { randomBytes } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { StatementHashes } from '#schemas/accounts/statements.ts';
import type { Registration } from '#schemas/access/users.ts';
import { Invited } from './pages/invitation.ts';
import { expect, test as base, type DemoWorld } from './test.ts';

export type Client = {
  userId: string;
  username: string;
  password: string;
  /** Waits for a mail with a link for a new password, and returns its path. */
  findPasswordLink: () => Promise<string>;
};
type Call = { data?: object; headers?: Record<string, string> };

/** Registers a client by the calls of the registration wizard. */
export async function registerClient(request: APIRequestContext, demo: DemoWorld): Promise<Client> {
  async function call<T>(method: 'GET' | 'POST', path: string, options: Call): Promise<T> {
    const response = await request.fetch(`/api/${path}`, { method, ...options });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()) as T;
  }
  const keys = await call<{ apiKey: string; applicationKey: string }>('GET', 'config', {});
  const headers = { 'X-Api-Key': keys.apiKey, 'X-Application-Key': keys.applicationKey };
  const name = `client-${randomBytes(6).toString('hex')}`;
  const invited = await Invited.create(request, demo, name);
  const key = (await invited.link()).split('/').at(-1) ?? '';
  await call('GET', `v2.0/authenticate/adhoc/pin/${key}?preferredChannel=Email`, { headers });
  const { accessToken } = await call<{ accessToken: string }>('POST', 'v2.0/authenticate/adhoc', {
    headers,
    data: { key, password: await invited.pin() },
  });

  const invitedHeaders = { ...headers, authorization: `Bearer ${accessToken}` };
  const read = <T>(path: string) => call<T>('GET', path, { headers: invitedHeaders });
  const { statementHashes } = await read<{ statementHashes: StatementHashes }>(
    `v2.0/user/${key}/metadata`,
  );
  const { userId, accountId, token } = await read<
    Pick<Registration, 'userId' | 'accountId' | 'token'>
  >(`v2.0/user/${key}/wizard`);
  const registerPath = `v2.0/e.consult.${accountId}/user/${key}/register`;
  const { asyncTaskKey } = await read<{ asyncTaskKey: string }>(registerPath);
  const login = { username: name, password: 'Regenschirm-am-Haken-4' };
  await call('POST', registerPath, {
    headers: invitedHeaders,
    data: {
      ...login,
      passwordConfirmation: login.password,
      accountId,
      Key: asyncTaskKey,
      userId,
      AgbsAccepted: true,
      statementHashes,
      token,
    } satisfies Registration,
  });
  // else the settings list the wizard’s session as a device
  const kind = 'unregistered';
  await call('POST', 'v2.0/authenticate/logout', { headers: invitedHeaders, data: { kind } });
  return { userId, ...login, findPasswordLink: invited.passwordLink };
}

/** Provides a client that only this test uses, on the server of all journeys. */
export const test = base.extend<{ origin: string; client: Client }>({
  origin: ({ baseURL }, use) => use(baseURL ?? ''),
  client: async ({ request, demo }, use) => use(await registerClient(request, demo)),
});
