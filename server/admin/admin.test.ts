import { afterEach, beforeEach, expect, it } from 'vitest';
import { hourMs } from '#schemas/platform/time.ts';
import { deleteOldMessages, enqueueMail } from '#server/mail/mailOutbox/service.ts';
import { createCommandRunner } from '#server/testing/commandRunner.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  publish,
  signIn,
  startTestServer,
  visit,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

type Firm = { accountId: string; apiKey: string; invitation?: string };

describeOnEachDatabase('npm run admin', (open) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ open });
  });
  afterEach(() => server.close());

  const { run, runJson } = createCommandRunner(() => server);
  const fetchStatus = async (apiKey: string, path = '/forms') =>
    (await server.app.inject({ url: `/provider/v1${path}`, headers: { 'x-api-key': apiKey } }))
      .statusCode;

  it('A new firm has a key that opens the provider API, and a public page', async () => {
    const firm = await runJson<Firm>('firm', 'add', 'aydin', '--name', 'Aydın & Kollegen');
    expect(await fetchStatus(firm.apiKey)).toBe(200);
    const found = await server.app.inject({
      url: '/api/account/uniqueAccountKey/aydin',
      headers: webKeys,
    });
    expect(json(found)).toEqual({ accountId: firm.accountId });
    const again = await run('firm', 'add', 'aydin', '--name', 'Andere');
    expect(again).toEqual({
      code: 1,
      said: 'There is already a firm aydin. Choose another key for its address.',
    });
  });

  it('The texts of a command are cleaned like those of a call', async () => {
    const given = [
      ...['--name', 'Mu\u0308ller\u200B & Co', '--city', 'Ko\u0308ln\u00AD'],
      ...[
        '--email',
        'a\u00AD@kanzlei.example',
        '--first-name',
        'Jo\u0308rg',
        '--last-name',
        'O\u0308z',
      ],
    ];
    const { apiKey } = await runJson<Firm>('firm', 'add', 'mueller', ...given);
    const headers = { 'x-api-key': apiKey };
    const read = async (path: string) =>
      json(await server.app.inject({ url: `/provider/v1/${path}`, headers }));
    expect(await read('details')).toMatchObject({ name: 'Müller & Co', city: 'Köln' });
    expect(await read('staff')).toMatchObject({ items: [{ firstName: 'Jörg', lastName: 'Öz' }] });
    const [mail] = await runJson<{ recipient: string }[]>('mails', 'list');
    expect(mail?.recipient).toBe('a@kanzlei.example');
    const key = ['key', 'new', 'mueller', '--name', 'Bu\u0308ro\u200B'];
    expect(await runJson(...key)).toMatchObject({ name: 'Büro' });
  });

  it('The operator lists the webhooks of a firm and queues a test and its events again', async () => {
    const firm = await runJson<Firm>('firm', 'add', 'aydin', '--name', 'Aydın');
    const headers = { 'x-api-key': firm.apiKey };
    const call = (path: string, payload: object) =>
      server.app.inject({ method: 'POST', url: `/provider/v1${path}`, headers, payload });
    await call('/cases', { header: 'Brandt' });
    const { webhookId } = json<{ webhookId: string }>(
      await call('/webhooks', { url: 'https://receiver.example/' }),
    );
    const listed = await runJson<object[]>('webhook', 'list', 'aydin');
    expect(listed).toMatchObject([{ webhookId, isActive: true }]);
    expect(JSON.stringify(listed)).not.toContain('whsec_');
    const { deliveryId } = await runJson<{ deliveryId: string }>(
      ...['webhook', 'test', 'aydin', webhookId],
    );
    const replay = ['webhook', 'replay', 'aydin', webhookId, '--since'];
    expect(await runJson(...replay, '2026-11-20T00:00:00Z')).toEqual({ queued: 1 });
    expect((await run(...replay, 'yesterday')).code).toBe(1);
    const url = `/provider/v1/webhooks/${webhookId}/deliveries`;
    const { items } = json<{ items: { deliveryId: string; type: string }[] }>(
      await server.app.inject({ url, headers }),
    );
    expect(items.map(({ type }) => type).toSorted()).toEqual(['case.created', 'webhook.test']);
    expect(items).toContainEqual(expect.objectContaining({ deliveryId }));
    expect((await run('webhook', 'test', 'aydin', 'unknown-webhook')).code).toBe(1);
  });

  it('A firm with an address for its administrator invites them by mail', async () => {
    const given = ['--email', 'a@kanzlei.example', '--first-name', 'Ada', '--last-name', 'Aydın'];
    const firm = await runJson<Firm>('firm', 'add', 'aydin', '--name', 'Aydın', ...given);
    expect(firm.invitation).toContain('/start/');
    const mails = await runJson<{ recipient: string }[]>('mails', 'list', '--state', 'waiting');
    expect(mails).toMatchObject([{ recipient: 'a@kanzlei.example' }]);
    const headers = { 'x-api-key': firm.apiKey };
    const mailed = await server.app.inject({ url: '/provider/v1/notifications', headers });
    const kinds = ['message', 'task', 'submission', 'file', 'client'];
    expect(json(mailed)).toEqual({ email: 'a@kanzlei.example', kinds });
    const staff = await server.app.inject({ url: '/provider/v1/staff', headers });
    expect(json(staff)['items']).toMatchObject([{ lastName: 'Aydın', role: 'admin' }]);
  });

  it.each([
    ['a last name', ['--email', 'a@kanzlei.example', '--first-name', 'Ada']],
    ['an address', ['--first-name', 'Ada', '--last-name', 'Aydın']],
    ['a usable address', ['--email', 'a@', '--first-name', 'Ada', '--last-name', 'Aydın']],
    [
      'a known language',
      ['--email', 'a@b.example', '--first-name', 'A', '--last-name', 'B', '--language', 'fr'],
    ],
  ])('A firm whose administrator is incomplete, without %s, is not created', async (_, given) => {
    expect((await run('firm', 'add', 'aydin', '--name', 'Aydın', ...given)).code).toBe(1);
    expect(await runJson('firm', 'list')).toEqual([]);
    const again = await runJson<Firm>('firm', 'add', 'aydin', '--name', 'Aydın');
    expect(await fetchStatus(again.apiKey)).toBe(200);
  });

  it('A firm whose key cannot be stored is not created', async () => {
    const { schema } = server.deps.db;
    await schema.alterTable('apiKeys').renameTo('missing').execute();
    await expect(run('firm', 'add', 'aydin', '--name', 'Aydın')).rejects.toThrow('apiKeys');
    await schema.alterTable('missing').renameTo('apiKeys').execute();
    expect(await runJson('firm', 'list')).toEqual([]);
    const again = await runJson<Firm>('firm', 'add', 'aydin', '--name', 'Aydın');
    expect(await fetchStatus(again.apiKey)).toBe(200);
  });

  it('The key of a new firm is printed also when its invitation fails', async () => {
    const { schema } = server.deps.db;
    await schema.alterTable('mailOutbox').renameTo('missing').execute();
    const given = ['--email', 'a@kanzlei.example', '--first-name', 'Ada', '--last-name', 'Aydın'];
    const { code, said } = await run('firm', 'add', 'aydin', '--name', 'A', ...given, '--json');
    await schema.alterTable('missing').renameTo('mailOutbox').execute();
    const firm = JSON.parse(said) as Firm & { invitationFailed: string };
    expect([code, await fetchStatus(firm.apiKey)]).toEqual([1, 200]);
    expect(firm.invitationFailed).toContain('mailOutbox');
  });

  it('A disabled firm has no key, session, page or form until it is enabled', async () => {
    const { accountId, apiKey } = await addAccount(server, { uniqueKey: 'aydin' });
    const { id } = await addUser(server, [accountId]);
    const session = await signIn(server, id);
    const formElements = [{ id: 'a', type: 'input', label: 'A' }];
    const { processGuid } = await publish(server, apiKey, { title: 'T', formElements });
    const visitor = await visit(server, processGuid);
    const statuses = async () => [
      await fetchStatus(apiKey),
      (await server.app.inject({ url: '/api/v2.0/accounts', headers: session })).statusCode,
      (
        await server.app.inject({
          url: `/api/account/${accountId}/publicinfo`,
          headers: webKeys,
        })
      ).statusCode,
      (
        await server.app.inject({
          url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
          headers: visitor.headers,
        })
      ).statusCode,
      (
        await server.app.inject({
          method: 'POST',
          url: '/api/authenticate/adhoc/workflow',
          headers: webKeys,
          payload: { key: processGuid },
        })
      ).statusCode,
    ];
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    await run('firm', 'disable', 'aydin');
    expect(await statuses()).toEqual([401, 401, 404, 404, 404]);
    await run('firm', 'enable', 'aydin');
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  });

  it('Keys are created with scopes, rotated and revoked', async () => {
    await addAccount(server, { uniqueKey: 'aydin' });
    type Key = { keyId: string; apiKey: string; name: string };
    const given = ['--name', 'Website', '--scopes', 'forms', '--days', '30'];
    const key = await runJson<Key>('key', 'new', 'aydin', ...given);
    expect([await fetchStatus(key.apiKey), await fetchStatus(key.apiKey, '/cases')]).toEqual([
      200, 403,
    ]);
    const rotate = ['key', 'rotate', 'aydin', key.keyId, '--overlap-hours', '0'];
    const next = await runJson<Key>(...rotate);
    expect([await fetchStatus(key.apiKey), await fetchStatus(next.apiKey)]).toEqual([401, 200]);
    await run('key', 'revoke', 'aydin', next.keyId);
    expect(await fetchStatus(next.apiKey)).toBe(401);
    const listed = await run('key', 'list', 'aydin');
    expect(listed.said).toContain(next.keyId);
    expect(listed.said).not.toContain(next.apiKey);
  });

  it('Sessions are ended of one user, of one firm or of all', async () => {
    const [one, other] = [await addAccount(server, { uniqueKey: 'one' }), await addAccount(server)];
    const users = [
      await addUser(server, [one.accountId], { username: 'Tom', usernameKey: 'tom' }),
      await addUser(server, [one.accountId]),
      await addUser(server, [other.accountId]),
    ];
    const sessions = await Promise.all(users.map(({ id }) => signIn(server, id)));
    const statuses = () =>
      Promise.all(
        sessions.map(
          async (headers) =>
            (await server.app.inject({ url: '/api/v2.0/accounts', headers })).statusCode,
        ),
      );
    expect(await runJson('sessions', 'end', '--user', 'TOM')).toEqual({ ended: 1 });
    expect(await statuses()).toEqual([401, 200, 200]);
    expect(await runJson('sessions', 'end', '--firm', 'one')).toEqual({ ended: 1 });
    expect(await statuses()).toEqual([401, 401, 200]);
    expect(await runJson('sessions', 'end', '--all')).toEqual({ ended: 1 });
    expect((await run('sessions', 'end')).code).toBe(1);
  });

  it('A mail whose fate is unclear is sent again or marked, and keeps its text for 48 hours', async () => {
    const { accountId } = await addAccount(server);
    for (const email of ['a@beispiel.example', 'b@beispiel.example', 'c@beispiel.example'])
      await enqueueMail(server.deps, server.deps.db, {
        accountId,
        language: 'de',
        to: { email, name: 'A' },
        content: { subject: 'Hallo', paragraphs: ['Text'], closing: [] },
      });
    await server.deps.db.updateTable('mailOutbox').set({ state: 'unclear' }).execute();
    type Mail = { id: string; state: string };
    const [one, other, late] = await runJson<Mail[]>('mails', 'list', '--state', 'unclear');
    expect(await runJson('mails', 'resend', one?.id ?? '')).toMatchObject({ state: 'waiting' });
    await run('mails', 'mark', other?.id ?? '', '--as', 'sent');
    const listed = await runJson<(Mail & { nextAttemptAt: string | null })[]>('mails', 'list');
    const planned = listed.map(({ state, nextAttemptAt }) => [state, nextAttemptAt !== null]);
    expect(Object.fromEntries(planned)).toEqual({ sent: false, unclear: false, waiting: true });
    const states = (await runJson<Mail[]>('mails', 'list')).map(({ state }) => state).sort();
    expect(states).toEqual(['sent', 'unclear', 'waiting']);
    expect((await run('mails', 'resend', other?.id ?? '')).code).toBe(1);
    server.clock.forward(47 * hourMs);
    await deleteOldMessages(server.deps);
    expect((await run('mails', 'resend', late?.id ?? '')).code).toBe(0);
    await server.deps.db.updateTable('mailOutbox').set({ state: 'unclear' }).execute();
    server.clock.forward(2 * hourMs);
    await deleteOldMessages(server.deps);
    expect((await run('mails', 'resend', late?.id ?? '')).code).toBe(1);
  });

  it('Each new secret is another one, with instructions for the state of the installation', async () => {
    type Proposal = { secret: string; instructions: string };
    const [one, other] = [
      await runJson<Proposal>('secret', 'new'),
      await runJson<Proposal>('secret', 'new'),
    ];
    expect([one.secret, other.secret]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    expect(one.secret).not.toBe(other.secret);
    expect(one.instructions).toContain('Set AUTH_SECRET_PREVIOUS to the present AUTH_SECRET');
    server.deps.config.previousSecret = 'the secret before, which is long enough';
    expect((await runJson<Proposal>('secret', 'new')).instructions).toContain('still set');
  });

  it('The doctor names each part and what is wrong with it', async () => {
    const { config } = server.deps;
    // the disk of this machine and the clock of the test decide nothing here
    config.ready = { ...config.ready, minFreeBytes: 1, maxMailMs: 1_000, maxClockMs: 0 };
    const parts = ['database', 'files', 'disk', 'mails', 'relay', 'scanner'];
    const { code, said } = await run('doctor', '--json');
    const right = { isRight: true, isWarning: false, cause: '' };
    const describe = (part: string) =>
      part === 'scanner'
        ? {
            part,
            isRight: true,
            isWarning: true,
            cause: expect.stringContaining('CLAMD_URL') as string,
          }
        : { part, ...right };
    expect([code, JSON.parse(said)]).toEqual([0, parts.map(describe)]);
    config.mail = { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.example' };
    const broken = await run('doctor', '--json');
    const cause: unknown = expect.stringMatching('ECONNREFUSED');
    const wrong = { part: 'relay', isRight: false, isWarning: false, cause };
    expect([broken.code, JSON.parse(broken.said)]).toEqual([
      1,
      parts.map((part) => (part === 'relay' ? wrong : describe(part))),
    ]);
  });
});
