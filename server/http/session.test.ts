import { createHmac } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionLimits } from '#schemas/access/limits.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  upload,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

let server: TestServer;
let accountId: string;
beforeAll(async () => {
  server = await startTestServer();
  accountId = (await addAccount(server)).accountId;
});
afterAll(() => server.close());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const download = (headers: Record<string, string>, id: string) =>
  server.app.inject({ url: `/api/files/download/${id}`, headers });

describe('user with a session', () => {
  it('A user reads their own uploads, and no other user does', async () => {
    const [one, other] = [await addUser(server, [accountId]), await addUser(server, [accountId])];
    const headers = await signIn(server, one.id);
    const {
      files: [file],
    } = json<{ files: [{ fileuploadId: string }] }>(
      await upload(server, { headers, workflowKey: '' }, { name: 'a.png', content: png }),
    );
    expect((await download(headers, file.fileuploadId)).statusCode).toBe(200);
    expect((await download(await signIn(server, other.id), file.fileuploadId)).statusCode).toBe(
      404,
    );
  });

  it('A user gets the same response for a foreign account and an unknown one', async () => {
    const stranger = await addAccount(server);
    const headers = await signIn(server, (await addUser(server, [accountId])).id);
    const ask = async (acc: string) => {
      const answer = await server.app.inject({
        url: `/api/e.consult.${acc}/participants/20259`,
        headers,
      });
      return [answer.statusCode, { ...json(answer), requestId: '' }];
    };
    expect((await ask(accountId))[0]).toBe(200);
    expect(await ask(stranger.accountId)).toEqual(await ask('nobody-has-this'));
  });

  it.each<[string, (of: { userId: string; sessionId: string }) => Promise<unknown>]>([
    [
      'the session was ended',
      ({ sessionId }) =>
        server.deps.db
          .updateTable('sessions')
          .set({ endedAt: server.clock.now().toISOString() })
          .where('id', '=', sessionId)
          .execute(),
    ],
    [
      'the session is over',
      ({ sessionId }) =>
        server.deps.db
          .updateTable('sessions')
          .set({ validUntil: server.clock.now().toISOString() })
          .where('id', '=', sessionId)
          .execute(),
    ],
    [
      'the provider took the access away',
      ({ userId }) =>
        server.deps.db
          .updateTable('memberships')
          .set({ isDisabled: 1 })
          .where('userId', '=', userId)
          .execute(),
    ],
  ])('A user is refused at once when %s', async (_, happen) => {
    const { id: userId } = await addUser(server, [accountId]);
    const headers = await signIn(server, userId);
    const ask = async () =>
      (await server.app.inject({ url: `/api/e.consult.${accountId}/participants/20259`, headers }))
        .statusCode;
    expect(await ask()).toBe(200);
    const { id: sessionId } = await server.deps.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    await happen({ userId, sessionId });
    expect(await ask()).toBe(401);
  });

  it('A user is refused with a cached token after its expiry', async () => {
    const own = await startTestServer();
    const { accountId: of } = await addAccount(own);
    const headers = await signIn(own, (await addUser(own, [of])).id);
    const ask = async () =>
      (await own.app.inject({ url: `/api/e.consult.${of}/participants/20259`, headers }))
        .statusCode;
    expect([await ask(), await ask()]).toEqual([200, 200]);
    own.clock.forward((sessionLimits.accessTokenSeconds - 1) * 1_000);
    expect(await ask()).toBe(200);
    own.clock.forward(1_000);
    expect(await ask()).toBe(401);
    await own.close();
  });

  it('A token that is unsigned, expired, forged or of another kind is refused', async () => {
    const { id: userId } = await addUser(server, [accountId]);
    const { authorization = '' } = await signIn(server, userId);
    const { id: sessionId } = await server.deps.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    const now = Math.floor(server.clock.now().getTime() / 1000);
    const sign = (audience: string, expires: number, secret = server.deps.config.authSecret) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(sessionId)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(expires)
        .sign(new TextEncoder().encode(secret));
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { sub: sessionId, aud: 'formakte:registered', exp: now + 900 };
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const byItsOwnKey = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', jwk: await exportJWK(publicKey) })
      .sign(privateKey);
    const stronger = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
      .sign(new TextEncoder().encode(server.deps.config.authSecret));
    const head = `${part({ alg: 'HS256', typ: 'JWT', kid: '../../dev/null' })}.${part(claims)}`;
    const byAnEmptyFile = `${head}.${createHmac('sha256', '').update(head).digest('base64url')}`;
    const unsigned = `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
    const ask = async (bearer: string) =>
      (
        await server.app.inject({
          url: `/api/e.consult.${accountId}/participants/20259`,
          headers: { ...webKeys, authorization: bearer },
        })
      ).statusCode;
    expect(await ask(authorization)).toBe(200);
    expect(await ask(`Bearer ${await sign('formakte:registered', now + 900)}`)).toBe(200);
    for (const token of [
      unsigned,
      await sign('formakte:unregistered', now + 900),
      await sign('formakte:form', now + 900),
      await sign('formakte:registered', now - 1),
      await sign('formakte:registered', now + 900, 'another secret, also long enough to sign'),
      byItsOwnKey,
      stronger,
      byAnEmptyFile,
    ]) {
      expect(await ask(`Bearer ${token}`)).toBe(401);
    }
  });
});
