import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { createToken, readToken, consumeToken } from './sealedTokens.ts';

const kind = { name: 'test', minutes: 5 };

describeOnEachDatabase('sealed token', (open) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ open });
  });
  afterAll(() => server.close());

  it('A sealed token can be read by the server alone, until it expires', () => {
    const token = createToken(server.deps, kind, { userId: 'miriam' });
    expect(readToken(server.deps, kind, token)).toMatchObject({ userId: 'miriam' });
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('miriam');
    expect(readToken(server.deps, { ...kind, name: 'other' }, token)).toBeUndefined();
    for (const wrong of ['', 'x', `${token.slice(0, -4)}AAAA`])
      expect(readToken(server.deps, kind, wrong)).toBeUndefined();
    server.clock.forward(5 * 60_000);
    expect(readToken(server.deps, kind, token)).toBeUndefined();
  });

  it('A sealed token is consumed once, in any base64url spelling', async () => {
    const token = createToken(server.deps, kind, {});
    const firsts = await Promise.all(
      [token, `${token}=`, ` ${token}`, token].map((spelled) =>
        consumeToken(server.deps, kind, spelled),
      ),
    );
    expect(firsts.filter(Boolean)).toHaveLength(1);
    expect(await consumeToken(server.deps, kind, createToken(server.deps, kind, {}))).toBe(true);
  });
});
