import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addAccount, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { getAccount, readLogo } from './service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('An outage of the blob store leaves out the logo and logs its cause once', async () => {
  const { accountId } = await addAccount(server, { logoKey: 'logo' });
  const account = await getAccount(server.deps.db, { accountId });
  vi.spyOn(server.deps.blobStore, 'get').mockRejectedValue(
    Object.assign(new Error('connect 10.0.0.7:9000'), { code: 'ECONNREFUSED' }),
  );
  const warn = vi.spyOn(server.deps.log, 'warn');
  expect(await readLogo(server.deps, account)).toBeUndefined();
  expect(await readLogo(server.deps, account)).toBeUndefined();
  expect(warn.mock.calls).toEqual([
    [{ cause: 'Error ECONNREFUSED' }, expect.stringContaining('logo')],
  ]);
});
