import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { SecondFactor } from '#schemas/access/secondFactor.ts';
import type { SecondStep } from '#schemas/access/sessions.ts';
import type { UserRow } from '#server/db/schema.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { computeCode } from './authenticatorApp.ts';
import type { OpenTestDatabase } from './testDatabase.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  json,
  signIn,
  startTestServer,
  type TestBrowser,
  type TestServer,
  type TestServerOptions,
} from './testServer.ts';

export const password = 'Regen-Tonne 7';
export const stepMs = 30_000;
export const wrongCode = '000000';

type World = {
  server: TestServer;
  account: { accountId: string; apiKey: string };
  /** A new user for each test, who is signed in with `headers`. */
  miriam: UserRow;
  headers: Record<string, string>;
  browser: TestBrowser;
};

/** The calls that set factors up and remove them. */
function createFactorCalls(world: World) {
  const call = (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
    { by = world.headers, userId = world.miriam.id } = {},
  ) =>
    world.server.app.inject({
      method,
      url: `/api/v2.0/user/${userId}/secondfactor${path}`,
      headers: by,
      ...(payload ? { payload } : {}),
    });
  const beginTotp = async () =>
    json<{ secret: string; uri: string; setup: string }>(await call('POST', '/totp', { password }));

  return {
    call,
    beginTotp,
    loadState: async () => json<SecondFactor>(await call('GET', '')),
    /** Sets up an app and uses its current code. */
    async setUpTotp(): Promise<{ secret: string; recoveryCodes: string[] }> {
      const { secret, setup } = await beginTotp();
      const code = computeCode(world.server, secret);
      const answer = await call('PUT', '/totp', { setup, code });
      expect(answer.statusCode).toBe(200);
      world.server.clock.forward(2 * stepMs);
      return { secret, ...json<{ recoveryCodes: string[] }>(answer) };
    },
  };
}

/** The calls of a login in two steps. */
function createLoginCalls(world: World) {
  const logIn = (from = world.browser) =>
    from.post('/authenticate/login', {
      Username: world.miriam.username ?? '',
      Password: password,
    });
  return {
    logIn,
    startLogin: async (from = world.browser) => json<SecondStep>(await logIn(from)).challenge,
    giveCode: (challenge: string, code: string, from = world.browser) =>
      from.post('/v2.0/authenticate/secondfactor', { challenge, code }),
  };
}

/** Starts a server for all tests, and adds a signed-in user before each. */
export function setUpSecondFactor(open: OpenTestDatabase, options: TestServerOptions = {}) {
  const world = {} as World;
  beforeAll(async () => {
    world.server = await startTestServer({ ...options, open });
    world.account = await addAccount(world.server);
  });
  afterAll(() => world.server.close());
  beforeEach(async () => {
    const { server, account } = world;
    server.clock.forward(10 * stepMs); // the rate limit of an earlier test has passed
    world.miriam = await addUser(server, [account.accountId], {
      passwordHash: await hashPassword(server.deps, password),
    });
    world.headers = await signIn(server, world.miriam.id);
    world.browser = createBrowser(server);
    await server.deps.db.deleteFrom('mailOutbox').execute();
  });

  return {
    world,
    ...createFactorCalls(world),
    ...createLoginCalls(world),
    /** Lists the subjects of the user's mails, oldest first. */
    async listSubjects(): Promise<string[]> {
      const rows = await world.server.deps.db
        .selectFrom('mailOutbox')
        .select(['subject', 'recipient'])
        .orderBy('createdAt')
        .execute();
      return rows
        .filter(({ recipient }) => recipient === world.miriam.email)
        .map(({ subject }) => subject);
    },
  };
}

/** Returns status and reason of a response. */
export const summarize = (answer: Awaited<ReturnType<TestBrowser['post']>>): unknown[] => [
  answer.statusCode,
  json(answer)['reason'],
];
