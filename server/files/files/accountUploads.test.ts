import { afterEach, beforeEach, expect, it } from 'vitest';
import { storageLimits } from '#server/files/limits.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  publish,
  signIn,
  startTestServer,
  upload,
  visit,
  type TestServer,
} from '#server/testing/testServer.ts';
import { createClient, createProvider } from '#server/testing/testCases.ts';
import { worldPicture } from '#server/testing/world.ts';

describeOnEachDatabase('uploads of an account', (open) => {
  let server: TestServer;
  let accounts: { accountId: string; apiKey: string }[];
  let userId: string;
  let headers: Record<string, string>;

  beforeEach(async () => {
    server = await startTestServer({ open });
    accounts = [await addAccount(server), await addAccount(server)];
    const user = await addUser(
      server,
      accounts.map(({ accountId }) => accountId),
    );
    userId = user.id;
    headers = await signIn(server, userId);
  });
  afterEach(() => server.close());

  const getAccountId = (index: number): string => accounts[index]?.accountId ?? '';
  const send = (accountId: string, by = headers) =>
    upload(
      server,
      { workflowKey: '', headers: by },
      worldPicture,
      '',
      `/e.consult.${accountId}/files/upload`,
    );
  const sendId = async (accountId: string): Promise<string> =>
    json<{ files: [{ fileuploadId: string }] }>(await send(accountId)).files[0].fileuploadId;

  it('A client sends an account’s upload in a case of that account only', async () => {
    const fileId = await sendId(getAccountId(0));
    for (const [index, status] of [
      [1, 400],
      [0, 200],
    ] as const) {
      const provider = createProvider(server, accounts[index]?.apiKey ?? '');
      const { caseId } = await provider.openCase({ header: 'Brandt', userIds: [userId] });
      const client = createClient(server, getAccountId(index), headers);
      const sent = await client.call('POST', `/${caseId}/messages`, {
        Header: 'Foto',
        TextContent: 'Anbei.',
        UploadIds: [fileId],
      });
      expect(sent.statusCode).toBe(status);
    }
  });

  it('A client reads and removes their uploads of every account', async () => {
    const fileId = await sendId(getAccountId(1));
    const read = await server.app.inject({ url: `/api/files/download/${fileId}`, headers });
    expect([read.statusCode, read.rawPayload.equals(worldPicture.content)]).toEqual([200, true]);
    const removed = await server.app.inject({
      method: 'DELETE',
      url: `/api/v2.0/files/upload/${fileId}`,
      headers,
    });
    expect(json(removed)).toEqual({ deleted: true });
  });

  it('An account’s upload becomes the client’s profile picture there', async () => {
    const set = async (index: number, UploadId: string) =>
      (
        await server.app.inject({
          method: 'POST',
          url: `/api/v2.0/e.consult.${getAccountId(index)}/user/${userId}/profile/picture`,
          headers,
          payload: { UploadId },
        })
      ).statusCode;
    const fileId = await sendId(getAccountId(0));
    expect([await set(1, fileId), await set(0, fileId)]).toEqual([404, 200]);
  });

  it('An upload counts against its account', async () => {
    const fileId = await sendId(getAccountId(0));
    await server.deps.db
      .updateTable('files')
      .set({ size: storageLimits.quotaBytes })
      .where('id', '=', fileId)
      .execute();
    const refused = await send(getAccountId(0));
    expect([refused.statusCode, json(refused)['reason']]).toEqual([403, 'uploadLimit']);
    expect((await send(getAccountId(1))).statusCode).toBe(200);
  });

  it('A client does not upload to an account of others', async () => {
    const { accountId } = await addAccount(server);
    expect((await send(accountId)).statusCode).toBe(404);
  });

  it('A visitor uploads to the account of the form only', async () => {
    const { processGuid } = await publish(server, accounts[0]?.apiKey ?? '', {
      title: 'Unfall',
      formElements: [{ id: 'papers', type: 'file', label: 'Unterlagen' }],
    });
    const visitor = await visit(server, processGuid);
    const statuses = [];
    for (const index of [0, 1])
      statuses.push(
        (
          await upload(
            server,
            visitor,
            { ...worldPicture, elementId: 'papers' },
            '',
            `/e.consult.${getAccountId(index)}/files/upload`,
          )
        ).statusCode,
      );
    expect(statuses).toEqual([200, 404]);
  });
});
