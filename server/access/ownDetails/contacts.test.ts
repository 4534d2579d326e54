import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ProviderUser } from '#schemas/access/clients.ts';
import { credentialLimits } from '#schemas/access/limits.ts';
import type { OwnDetails, WaitingContact } from '#schemas/access/ownDetails.ts';
import type { UserData } from '#schemas/access/users.ts';
import { pinLimits } from '#schemas/forms/limits.ts';
import { minuteMs, secondMs } from '#schemas/platform/time.ts';
import type { UserRow } from '#server/db/schema.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import { answerRequests } from '#server/access/credentials/service.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

type Provider = { accountId: string; apiKey: string };
type Problem = { reason: string; fields?: Record<string, string>; nextPossibleRetry?: string };
type Kind = 'email' | 'mobile';

const password = 'Fahrrad-im-Regen';
const mobile = '0171/7654321';

describeOnEachDatabase('a client’s own address and mobile number', (open) => {
  let server: TestServer;
  let firms: [Provider, Provider];
  let login: UserRow;
  let joined: UserRow;
  let headers: Record<string, string>;
  let email: string;
  beforeAll(async () => {
    server = await startTestServer({ open });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    firms = [await addAccount(server, { name: 'Aydın' }), await addAccount(server)];
    login = await addUser(server, [firms[0].accountId], {
      passwordHash: await hashPassword(server.deps, password),
    });
    joined = await addUser(server, [firms[1].accountId], {
      username: null,
      usernameKey: null,
      loginId: login.id,
    });
    headers = await signIn(server, login.id);
    email = `Neu-${login.id}@Beispiel.example`;
    await server.deps.db.deleteFrom('mailOutbox').execute();
  });

  const url = (path: string) => `/api/v2.0/user/${login.id}/${path}`;
  const post = (path: string, payload: object, key = '') => {
    server.clock.forward(secondMs); // so that the outbox has an order
    return server.app.inject({
      method: 'POST',
      url: url(path),
      headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) },
      payload,
    });
  };
  const start = (kind: Kind, value: string = kind === 'email' ? email : mobile, key = '') =>
    post(kind, { [kind]: value, password }, key);
  const confirm = (kind: Kind, code: string, key = '') => post(`${kind}/confirm`, { code }, key);
  const read = async () =>
    json<OwnDetails>(await server.app.inject({ url: url('details'), headers }));
  const readAt = async ({ apiKey }: Provider, { id }: UserRow) => {
    const answer = await server.app.inject({
      url: `/provider/v1/users/${id}`,
      headers: { 'x-api-key': apiKey },
    });
    return json<ProviderUser>(answer);
  };
  const listOutbox = async () => (await listNewestMessages(server.deps, 100)).reverse();
  const readCode = async () =>
    /\b\d{6}\b/.exec((await listOutbox()).at(-1)?.body ?? '')?.[0] ?? 'none';
  const makeWrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('The code that was mailed to the new address changes it everywhere, once', async () => {
    const started = json<WaitingContact>(await start('email'));
    expect(started.value).toBe(email);
    expect((await read()).waiting).toEqual({ email: started, mobile: null });
    expect((await read()).email).toBe(login.email);
    const code = await readCode();
    const confirmed = await confirm('email', code);
    expect(json<{ user: UserData }>(confirmed).user.email).toBe(email);
    expect(await read()).toMatchObject({ email, waiting: { email: null } });
    expect((await readAt(firms[0], login)).email).toBe(email);
    expect((await readAt(firms[1], joined)).email).toBe(email);
    expect(json<Problem>(await confirm('email', code)).reason).toBe('pinVoid');
  });

  it('The new address gets the code, and the old one a notice afterwards', async () => {
    await start('email');
    await confirm('email', await readCode());
    const mails = await listOutbox();
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [email, 'Ihr Code für Aydın'],
      [login.email, 'Ihre E-Mail-Adresse wurde geändert'],
    ]);
    expect(mails[1]?.body).not.toContain(email);
  });

  it('The code of an SMS changes the mobile number everywhere, and a mail says so', async () => {
    expect(json<WaitingContact>(await start('mobile')).value).toBe('+491717654321');
    const code = await readCode();
    await confirm('mobile', code);
    expect(await read()).toMatchObject({ mobile: '+491717654321', waiting: { mobile: null } });
    expect((await readAt(firms[1], joined)).mobile).toBe('+491717654321');
    const messages = await listOutbox();
    expect(messages.map(({ kind, recipient, subject }) => [kind, recipient, subject])).toEqual([
      ['sms', '+491717654321', ''],
      ['mail', login.email, 'Ihre Mobilnummer wurde geändert'],
    ]);
    expect(messages[0]?.body).toMatch(new RegExp(`#${code}$`));
  });

  it('A retry of both calls gets the same responses, and sends and changes nothing', async () => {
    const [one, other] = [await start('email', email, 'k1'), await start('email', email, 'k1')];
    expect(other.json()).toEqual(one.json());
    const code = await readCode();
    for (let times = 0; times < 2; times += 1)
      expect((await confirm('email', code, 'k2')).statusCode).toBe(200);
    expect(await listOutbox()).toHaveLength(2);
  });

  it('Concurrent confirmations change the address once', async () => {
    await start('email');
    const code = await readCode();
    const answers = await Promise.all([1, 2, 3].map(() => confirm('email', code)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 423, 423]);
    expect(await listOutbox()).toHaveLength(2);
  });

  it.each(['email', 'mobile'] as const)('A change of the %s needs the password', async (kind) => {
    const value = kind === 'email' ? email : mobile;
    const refused = await post(kind, { [kind]: value, password: 'falsch' });
    expect([refused.statusCode, Object.keys(json<Problem>(refused).fields ?? {})]).toEqual([
      400,
      ['/password'],
    ]);
    expect(await listOutbox()).toEqual([]);
    expect((await read()).waiting[kind]).toBeNull();
  });

  it('A wrong code is named with the attempts left, and the fifth voids the code', async () => {
    await start('email');
    const code = await readCode();
    for (let left = pinLimits.wrongAttempts - 1; left >= 0; left -= 1) {
      const refused = await confirm('email', makeWrong(code));
      expect(refused.statusCode).toBe(400);
      if (left > 1)
        expect(json<Problem>(refused).fields?.['/code']).toContain(`noch ${left} Versuche`);
    }
    expect(json<Problem>(await confirm('email', code)).reason).toBe('pinVoid');
    expect((await read()).email).toBe(login.email);
  });

  it('A code ends, and a newer one voids it', async () => {
    await start('email');
    const first = await readCode();
    const again = await start('email');
    expect([again.statusCode, json<Problem>(again).nextPossibleRetry]).toEqual([
      429,
      expect.any(String),
    ]);
    server.clock.forward(pinLimits.secondsBetween * secondMs);
    await start('email', 'andere@beispiel.example');
    if (first !== (await readCode())) expect((await confirm('email', first)).statusCode).toBe(400);
    server.clock.forward(credentialLimits.contactCodeMinutes * minuteMs);
    headers = await signIn(server, login.id);
    expect((await read()).waiting.email).toBeNull();
    expect(json<Problem>(await confirm('email', await readCode())).reason).toBe('pinVoid');
    await housekeep(server.deps);
    expect(await server.deps.db.selectFrom('contactChanges').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['email', 'kein Postfach', '/email'],
    ['mobile', '030 12345678', '/mobile'],
    ['mobile', '+1 202 555 0134', '/mobile'],
  ] as const)('The new %s %s is refused', async (kind, value, field) => {
    const refused = await start(kind, value);
    expect([refused.statusCode, Object.keys(json<Problem>(refused).fields ?? {})]).toEqual([
      400,
      [field],
    ]);
  });

  it('The address that the login has already is refused', async () => {
    const refused = await start('email', login.email.toUpperCase());
    expect(json<Problem>(refused).fields?.['/email']).toBe('Das steht hier schon so.');
  });

  it('A forgotten username is mailed to the confirmed address only', async () => {
    await start('email');
    await confirm('email', await readCode());
    await server.deps.db.deleteFrom('mailOutbox').execute();
    const ask = async (address: string) => {
      await server.app.inject({
        method: 'POST',
        url: '/api/v2.0/user/username',
        headers: webKeys,
        payload: { email: address },
      });
      await answerRequests(server.deps);
      return (await listOutbox()).map(({ recipient }) => recipient);
    };
    expect(await ask(login.email)).toEqual([]);
    expect(await ask(email)).toEqual([email]);
  });

  it('A link for a new password that was mailed to the old address is void', async () => {
    const link = { keyHash: login.id, userId: login.id, usedAt: null };
    await server.deps.db
      .insertInto('passwordLinks')
      .values({ ...link, validUntil: '2027-01-01T00:00:00.000Z' })
      .execute();
    await start('email');
    await confirm('email', await readCode());
    const stored = await server.deps.db
      .selectFrom('passwordLinks')
      .select('usedAt')
      .where('userId', '=', login.id)
      .execute();
    expect(stored).toEqual([{ usedAt: expect.any(String) }]);
  });

  it('The address that a firm writes does not become that of the login', async () => {
    await server.app.inject({
      method: 'PATCH',
      url: `/provider/v1/users/${login.id}`,
      headers: { 'x-api-key': firms[0].apiKey, 'if-match': '*' },
      payload: { email: 'kanzlei@beispiel.example', mobile: '+49 171 1111111' },
    });
    expect((await readAt(firms[0], login)).email).toBe('kanzlei@beispiel.example');
    expect(await read()).toMatchObject({ email: login.email, mobile: '+491711111111' });
    const notices = await listOutbox();
    expect(notices.map(({ recipient }) => recipient).sort()).toEqual(
      [login.email, 'kanzlei@beispiel.example'].sort(),
    );
    for (const { body } of notices) expect(body).toMatch(/E-Mail-Adresse\s+Mobilnummer/);
    expect((await read()).others[0]).toEqual({
      accountId: firms[0].accountId,
      accountName: 'Aydın',
      differing: { email: 'kanzlei@beispiel.example' },
    });
    await start('email');
    await confirm('email', await readCode());
    expect((await readAt(firms[0], login)).email).toBe(email);
  });
});

it('Without an SMS gateway a mobile number cannot be confirmed', async () => {
  const server = await startTestServer({
    mode: 'production',
    env: { PUBLIC_URL: 'https://portal.example' },
  });
  const { accountId } = await addAccount(server);
  const { id } = await addUser(server, [accountId], {
    passwordHash: await hashPassword(server.deps, password),
  });
  const headers = await signIn(server, id);
  const call = { headers, url: `/api/v2.0/user/${id}/details` };
  expect(json<OwnDetails>(await server.app.inject(call)).isSmsAvailable).toBe(false);
  const refused = await server.app.inject({
    method: 'POST',
    url: `/api/v2.0/user/${id}/mobile`,
    headers,
    payload: { mobile, password },
  });
  expect([refused.statusCode, json<Problem>(refused).reason]).toEqual([409, 'pinNotSent']);
  await server.close();
});
