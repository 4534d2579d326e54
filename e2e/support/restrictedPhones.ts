import { OwnServer, serverTimeoutMs } from './ownServer.ts';
import { test as base } from './test.ts';

/** Tests on a server of their own that restricts phones. */
export const test = base.extend<object>({
  baseURL: [
    async ({}, use) => {
      const server = await OwnServer.create({ MOBILE_ACCESS: 'restricted' });
      await use(server.url);
      await server.remove();
    },
    { scope: 'test', timeout: serverTimeoutMs },
  ],
});
