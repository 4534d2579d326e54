import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workflowLimits } from '#server/forms/limits.ts';
import { readFileClock } from '#server/testing/clocks/fileClock.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  publish,
  startTestServer,
  upload,
  visit,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';
import { housekeep, sweepBlobs } from './housekeeping.ts';

const day = 24 * 3_600_000;

describeOnEachDatabase('housekeeping', (open) => {
  let server: TestServer;
  let processGuid: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    ({ processGuid } = await publish(server, (await addAccount(server)).apiKey, {
      title: 'T',
      formElements: [{ id: 'papers', type: 'file', label: 'Unterlagen' }],
    }));
    server.clock.forward(readFileClock() - server.clock.now().getTime());
  });
  afterEach(() => server.close());

  const put = async (text: string) =>
    (await server.deps.blobStore.put(Readable.from([Buffer.from(text)]), { maxBytes: 99 })).key;
  const isThere = (key: string) =>
    server.deps.blobStore.get(key).then(
      (bytes) => {
        bytes.destroy();
        return true;
      },
      () => false,
    );
  const log = { error: vi.fn() };

  describe('sweep of stored blobs', () => {
    it('The sweep removes old blobs that no row names', async () => {
      const visitor = await visit(server, processGuid);
      await upload(server, visitor, {
        name: 'a.pdf',
        content: Buffer.from('%PDF'),
        elementId: 'papers',
      });
      const { blobKey } = await server.deps.db
        .selectFrom('files')
        .select('blobKey')
        .executeTakeFirstOrThrow();
      const logo = await put('logo');
      await addAccount(server, { logoKey: logo });
      const stray = await put('left by a crash');

      await sweepBlobs(server.deps, log);
      expect(await isThere(stray)).toBe(true);
      server.clock.forward(2 * day);
      await sweepBlobs(server.deps, log);
      expect(await Promise.all([blobKey, logo, stray].map(isThere))).toEqual([true, true, false]);
    });

    it('The sweep removes nothing if most blobs are unknown to the database', async () => {
      const [one, other] = [await put('one'), await put('other')];
      await addAccount(server, { logoKey: await put('logo') });
      server.clock.forward(2 * day);
      await sweepBlobs(server.deps, log);
      expect(await Promise.all([one, other].map(isThere))).toEqual([true, true]);
      expect(log.error).toHaveBeenCalledOnce();
    });
  });

  it('Housekeeping deletes unsent workflows that were not used for a long time', async () => {
    const [used, unused, sent] = [
      await visit(server, processGuid),
      await visit(server, processGuid),
      await visit(server, processGuid),
    ];
    await server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${sent.workflowKey}`,
      headers: sent.headers,
      payload: { revision: 1, language: 'de', answers: [] },
    });
    const access = (workflowKey: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/assistants/process/access',
        headers: webKeys,
        payload: { workflowKey },
      });
    server.clock.forward(2 * day);
    await access(used.workflowKey);
    server.clock.forward((workflowLimits.forgetAfterDays - 1) * day);
    await housekeep(server.deps);
    expect(
      (await Promise.all([used, unused, sent].map(({ workflowKey }) => access(workflowKey)))).map(
        ({ statusCode }) => statusCode,
      ),
    ).toEqual([200, 404, 409]);
  });
});
