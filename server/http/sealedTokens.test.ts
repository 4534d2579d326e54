import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { makeToken, readToken, useToken } from './sealedTokens.ts';

const kind = { name: 'test', minutes: 5 };

describeOnEachDatabase('a sealed token', (open) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ open });
  });
  afterAll(() => server.close());

  it('tells what we have put in, to us and for its time', () => {
    const token = makeToken(server.deps, kind, { userId: 'miriam' });
    expect(readToken(server.deps, kind, token)).toMatchObject({ userId: 'miriam' });
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('miriam');
    expect(readToken(server.deps, { ...kind, name: 'other' }, token)).toBeUndefined();
    for (const wrong of ['', 'x', `${token.slice(0, -4)}AAAA`])
      expect(readToken(server.deps, kind, wrong)).toBeUndefined();
    server.clock.forward(5 * 60_000);
    expect(readToken(server.deps, kind, token)).toBeUndefined();
  });

  it('is used once, also when many use it at once, however it is spelled', async () => {
    const token = makeToken(server.deps, kind, {});
    const firsts = await Promise.all(
      [token, `${token}=`, ` ${token}`, token].map((spelled) =>
        useToken(server.deps, kind, spelled),
      ),
    );
    expect(firsts.filter(Boolean)).toHaveLength(1);
    expect(await useToken(server.deps, kind, makeToken(server.deps, kind, {}))).toBe(true);
  });
});
