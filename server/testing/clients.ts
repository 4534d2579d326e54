import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ProviderUser } from '#schemas/access/clients.ts';
import type { NewInvitation } from '#schemas/access/users.ts';
import { buildFoldedKey, buildUsernameKey } from '#schemas/access/usernames.rules.ts';
import { createLogger } from '#server/http/logging.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { hashPassword } from '#server/security/passwords.ts';
import type { OpenTestDatabase } from './testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  startTestServer,
  webKeys,
  type TestServer,
} from './testServer.ts';

export const miriam = {
  firstName: 'Miriam',
  lastName: 'Castillo',
  salutation: 'Frau',
  email: 'Miriam@Beispiel.example',
  mobile: '+49 171 1234567',
};

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Headers = Record<string, string>;

/** Starts a server for all tests, and adds a provider before each. A test may replace it. */
export function setUpClients(open: OpenTestDatabase) {
  const world = {} as { server: TestServer; provider: { accountId: string; apiKey: string } };
  beforeAll(async () => {
    world.server = await startTestServer({ open });
  });
  beforeEach(async () => {
    world.provider = await addAccount(world.server, {
      name: 'Aydın & Kollegen',
      terms: 'Bedingungen',
      privacy: 'Hinweise',
    });
  });
  afterAll(() => world.server.close());

  const call = (method: Method, path: string, payload?: object, headers: Headers = {}) =>
    world.server.app.inject({
      method,
      url: `/provider/v1/users${path}`,
      headers: { 'x-api-key': world.provider.apiKey, ...headers },
      ...(payload ? { payload } : {}),
    });

  return {
    world,
    call,
    create: async (user: object = {}) =>
      json<ProviderUser>(await call('POST', '', { ...miriam, ...user })),
    invite: (userId: string, wanted: NewInvitation = {}, headers: Headers = {}) =>
      call('POST', `/${userId}/invitations`, wanted, headers),
    /** Opens the link of an invitation. */
    look: (key: string) =>
      world.server.app.inject({ url: `/api/v2.0/user/${key}/metadata`, headers: webKeys }),
    /** Lists the provider's mails and SMS, oldest first. */
    listOutbox: async () =>
      (await listNewestMessages(world.server.deps, 1_000))
        .reverse()
        .filter(({ accountId }) => accountId === world.provider.accountId),
  };
}

/** Creates a logger that keeps all lines as one text. */
export function createRecordedLog() {
  let text = '';
  const logger = createLogger(
    'trace',
    new Writable({
      write(line, _, done) {
        text += String(line);
        done();
      },
    }),
  );
  const clear = () => {
    text = '';
  };
  return { logger, read: () => text, clear };
}

/** Adds a client of these accounts who logs in with username and password. */
export async function addRegistered(
  server: TestServer,
  accountIds: string[],
  { username, password }: { username: string; password: string },
): Promise<{ id: string; username: string }> {
  const { id } = await addUser(server, accountIds, {
    username,
    usernameKey: buildUsernameKey(username),
    foldedUsernameKey: buildFoldedKey(username),
    passwordHash: await hashPassword(server.deps, password),
  });
  return { id, username };
}
