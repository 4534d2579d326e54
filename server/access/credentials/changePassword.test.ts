import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PasswordChanged } from '#schemas/access/credentials.ts';
import { credentialRateLimits } from '#server/access/limits.ts';
import { idempotencyLimits } from '#server/security/limits.ts';
import { newId } from '#server/db/newId.ts';
import type { UserRow } from '#server/db/schema.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import { hashPassword, verifyPassword } from '#server/security/passwords.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

const { wrongAttempts } = credentialRateLimits;
const [existing, chosen] = ['Altes-Passwort-9', 'Fahrrad-im-Regen'];

describeOnEachDatabase('changing a password', (open) => {
  let server: TestServer;
  let accountId: string;
  let miriam: UserRow;
  let headers: Record<string, string>;
  beforeAll(async () => {
    server = await startTestServer({ open });
    ({ accountId } = await addAccount(server));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    miriam = await addUser(server, [accountId], {
      passwordHash: await hashPassword(server.deps, existing),
    });
    headers = await signIn(server, miriam.id);
    await server.deps.db.deleteFrom('mailOutbox').execute();
  });

  const change = (
    oldpassword: string,
    {
      newpassword = chosen,
      newpasswordconfirmation = newpassword,
      userId = miriam.id,
      by = headers,
      key = '',
    }: {
      newpassword?: string;
      newpasswordconfirmation?: string;
      userId?: string;
      by?: Record<string, string>;
      key?: string;
    } = {},
  ) =>
    server.app.inject({
      method: 'PUT',
      url: `/api/v2.0/user/${userId}/changepassword`,
      headers: { ...by, ...(key ? { 'idempotency-key': key } : {}) },
      payload: { oldpassword, newpassword, newpasswordconfirmation },
    });
  const isPassword = async (password: string) => {
    const { passwordHash } = await server.deps.db
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', miriam.id)
      .executeTakeFirstOrThrow();
    return verifyPassword(server.deps, passwordHash, password);
  };
  const fetchStatus = async (by: Record<string, string>) =>
    (
      await server.app.inject({
        method: 'POST',
        url: '/api/v2.0/files/upload',
        headers: { ...by, 'content-type': 'multipart/form-data; boundary=b' },
        payload: '--b--\r\n',
      })
    ).statusCode;

  it('A change needs the existing password, ends other sessions and mails a notice', async () => {
    const others = [
      await signIn(server, miriam.id),
      await signIn(server, miriam.id, 'unregistered', accountId),
    ];
    expect(json(await change(existing))).toEqual({ result: 0, loginAttempts: wrongAttempts });
    expect([await isPassword(existing), await isPassword(chosen)]).toEqual([false, true]);
    expect(await Promise.all([headers, ...others].map(fetchStatus))).toEqual([400, 401, 401]);
    const mails = await server.deps.db.selectFrom('mailOutbox').selectAll().execute();
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [miriam.email, 'Ihr Passwort wurde geändert'],
    ]);
    for (const secret of [existing, chosen]) expect(JSON.stringify(mails)).not.toContain(secret);
  });

  it('A change voids the mailed links', async () => {
    const now = server.clock.now().toISOString();
    await server.deps.db
      .insertInto('passwordLinks')
      .values({
        keyHash: newId(),
        userId: miriam.id,
        validUntil: '2027-01-01T00:00:00.000Z',
        usedAt: null,
      })
      .execute();
    await change('falsch');
    const links = () =>
      server.deps.db
        .selectFrom('passwordLinks')
        .select('usedAt')
        .where('userId', '=', miriam.id)
        .execute();
    expect(await links()).toEqual([{ usedAt: null }]);
    await change(existing);
    expect(await links()).toEqual([{ usedAt: now }]);
  });

  it('Two spellings of the same letters are one password', async () => {
    const composed = 'Grüne-Tonne-77';
    const decomposed = composed.normalize('NFD');
    const changed = await change(existing, {
      newpassword: composed,
      newpasswordconfirmation: decomposed,
    });
    expect([changed.statusCode, json(changed)['result']]).toEqual([200, 0]);
    const unchanged = await change(composed, { newpassword: decomposed });
    expect([unchanged.statusCode, json(unchanged)['reason']]).toEqual([400, 'invalidInput']);
  });

  it('Wrong passwords are counted down and lock the change for an hour', async () => {
    for (let left = wrongAttempts - 1; left >= 0; left -= 1)
      expect(json(await change('falsch'))).toEqual({ result: 2, loginAttempts: left });
    expect(json(await change('falsch'))).toEqual({ result: 1, loginAttempts: 0 });
    expect(json(await change(existing))).toEqual({ result: 1, loginAttempts: 0 });
    expect([
      await isPassword(existing),
      await server.deps.db.selectFrom('mailOutbox').selectAll().execute(),
    ]).toEqual([true, []]);
    server.clock.forward(3_600_000);
    headers = await signIn(server, miriam.id);
    expect(json(await change(existing))).toEqual({ result: 0, loginAttempts: wrongAttempts });
  });

  it('A right password resets the attempts', async () => {
    for (let count = 1; count < wrongAttempts; count += 1) await change('falsch');
    expect(json(await change(existing))).toMatchObject({ result: 0 });
    expect(json(await change('falsch'))).toEqual({ result: 2, loginAttempts: wrongAttempts - 1 });
  });

  it('A hundred concurrent wrong passwords are compared as often as allowed', async () => {
    const answers = (await Promise.all(Array.from({ length: 100 }, () => change('falsch')))).map(
      (answer) => json<PasswordChanged>(answer),
    );
    expect(
      answers
        .filter(({ result }) => result === 2)
        .map(({ loginAttempts }) => loginAttempts)
        .sort(),
    ).toEqual(Array.from({ length: wrongAttempts }, (_, left) => left));
    expect(answers.filter(({ result }) => result === 1)).toHaveLength(100 - wrongAttempts);
  });

  it('A retry gets the first response, also while the first request is running', async () => {
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 4 }, () => change(existing, { key })));
    for (const answer of [...answers, await change(existing, { key })])
      expect(json(answer)).toEqual({ result: 0, loginAttempts: wrongAttempts });
    expect(await server.deps.db.selectFrom('mailOutbox').selectAll().execute()).toHaveLength(1);
    expect(json(await change(existing, { key: newId() }))).toMatchObject({ result: 2 });
    const other = await change(existing, { key, newpassword: 'Regen-im-Fahrrad' });
    expect([other.statusCode, json(other)['reason'], await isPassword(chosen)]).toEqual([
      409,
      'conflict',
      true,
    ]);
  });

  it('The stored response contains nothing to guess a password with', async () => {
    const key = newId();
    await change(existing, { key });
    const rows = await server.deps.db.selectFrom('idempotencyResponses').selectAll().execute();
    for (const secret of [key, existing, chosen])
      expect(JSON.stringify(rows)).not.toContain(secret);
    server.clock.forward(idempotencyLimits.retryMinutes * 60_000);
    await housekeep(server.deps);
    expect(await server.deps.db.selectFrom('idempotencyResponses').selectAll().execute()).toEqual(
      [],
    );
  });

  it('Of two concurrent changes one succeeds', async () => {
    const answers = await Promise.all(
      ['Fahrrad-im-Regen', 'Regen-im-Fahrrad'].map((newpassword) =>
        change(existing, { newpassword }),
      ),
    );
    expect(answers.map((answer) => json<PasswordChanged>(answer).result).sort()).toEqual([0, 2]);
    expect(await server.deps.db.selectFrom('mailOutbox').selectAll().execute()).toHaveLength(1);
  });

  it.each([
    [
      'a new one that may not be chosen',
      { newpassword: 'Passwort1!' },
      '/newpassword',
      /^Dieses Passwort ist leicht zu erraten/,
    ],
    [
      'a new one that is too short',
      { newpassword: 'Kurz-1' },
      '/newpassword',
      'Noch 2 Zeichen, dann sind es 8.',
    ],
    [
      'what was given as the existing one once more',
      { newpassword: 'Fahrrad-im-Schnee' },
      '/newpassword',
      'Das ist Ihr bisheriges Passwort. Wählen Sie ein anderes.',
    ],
    [
      'another one the second time',
      { newpasswordconfirmation: 'Regen-im-Fahrrad' },
      '/newpasswordconfirmation',
      'Die Passwörter stimmen nicht überein.',
    ],
  ])('A change with %s is refused and counts no attempt', async (_, wrong, field, sentence) => {
    for (let count = 0; count <= wrongAttempts; count += 1) {
      const answer = await change('Fahrrad-im-Schnee', wrong);
      expect([answer.statusCode, json(answer)['fields']]).toEqual([
        400,
        { [field]: expect.stringMatching(sentence) },
      ]);
    }
    expect(json(await change(existing))).toMatchObject({ result: 0 });
  });

  it('Only the registered user can change their password', async () => {
    const jonas = await addUser(server, [accountId]);
    expect((await change(existing, { userId: jonas.id })).statusCode).toBe(404);
    expect(
      (await change(existing, { by: await signIn(server, miriam.id, 'unregistered', accountId) }))
        .statusCode,
    ).toBe(401);
  });
});
