import { createApiKey } from '#server/accounts/apiKeys/service.ts';
import { newId } from '#server/db/newId.ts';
import { systemClock } from '#server/ports/clock.ts';
import type { TestDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  publish,
  signIn,
  startTestServer,
} from '#server/testing/testServer.ts';

export type Headers = Record<string, string>;

/** A firm with a form and a client, in a database that server processes open afterwards. */
export type Firm = {
  accountId: string;
  userId: string;
  processGuid: string;
  /** Returns headers of the client, whose token is valid for 15 minutes. */
  logIn: () => Promise<Headers>;
  /** Returns headers of a new API key, because the number of calls is limited per key. */
  addKey: () => Promise<Headers>;
};

export async function createFirm(database: TestDatabase): Promise<Firm> {
  const server = await startTestServer({
    open: async () => ({ ...database, remove: async () => undefined }),
  });
  server.deps.clock = systemClock;
  const { accountId, apiKey } = await addAccount(server);
  const { id: userId } = await addUser(server, [accountId]);
  const { processGuid } = await publish(server, apiKey, {
    title: 'Unfall melden',
    formElements: [{ id: 'name', type: 'input', label: 'Name' }],
  });
  await server.close();
  const caller = { accountId, scopes: ['forms', 'cases'] as const };
  return {
    accountId,
    userId,
    processGuid,
    logIn: () => signIn(server, userId),
    async addKey() {
      const wanted = { name: newId(), scopes: [...caller.scopes] };
      return { 'x-api-key': (await createApiKey(server.deps, caller, wanted)).apiKey };
    },
  };
}
