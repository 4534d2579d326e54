import { OwnServer, serverTimeoutMs } from './ownServer.ts';
import { test as base, type DemoWorld } from './test.ts';

type Client = { username: string; password: string };

/** Provides a client on a server that only this test uses. */
export const test = base.extend<{ server: OwnServer; client: Client }>({
  server: [
    async ({}, use) => {
      const server = await OwnServer.create();
      await use(server);
      await server.remove();
    },
    { timeout: serverTimeoutMs },
  ],
  client: async ({ server, request }, use) => {
    const {
      users: [client],
    } = (await (await request.get(`${server.url}/dev/demo.json`)).json()) as DemoWorld;
    if (!client) throw new Error('The demo data has no user');
    await use({ username: client.username, password: client.password });
  },
});
