import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { housekeep } from '#server/runtime/housekeeping.ts';
import type { Mail } from '#server/ports/mailer.ts';
import { sendMailOutbox } from '#server/mail/mailOutbox/service.ts';
import { silentLogger } from '#server/testing/silentLogger.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

describeOnEachDatabase('a question to support', (open) => {
  let server: TestServer;
  let accountId: string;
  let userId: string;
  let headers: Record<string, string>;
  const taken: Mail[] = [];
  beforeAll(async () => {
    const mailer = {
      async send(mail: Mail, beforeHandover: () => Promise<void>) {
        await beforeHandover();
        taken.push(mail);
      },
    };
    server = await startTestServer({
      open,
      env: { SUPPORT_EMAIL: 'hilfe@portal.example' },
      mailer,
    });
    ({ accountId } = await addAccount(server, { name: 'Aydın & Kollegen' }));
    userId = (await addUser(server, [accountId])).id;
    headers = await signIn(server, userId);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    taken.length = 0;
    await server.deps.db.deleteFrom('mailOutbox').execute();
  });

  const payload = {
    email: 'miriam@beispiel.de',
    description: 'Mein Bild ist weg.\n<b>Und nun?</b>',
  };
  const ask = (
    given: object = payload,
    {
      acc = accountId,
      inBody = acc,
      key = '',
      by = headers,
    }: { acc?: string; inBody?: string; key?: string; by?: Record<string, string> } = {},
  ) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v2.0/e.consult.${acc}/support`,
      headers: { ...by, ...(key ? { 'idempotency-key': key } : {}) },
      payload: { accountId: inBody, payload: given },
    });
  const mails = async () => {
    await sendMailOutbox(server.deps, silentLogger);
    return taken;
  };

  it('The question is mailed with the sender’s reply address', async () => {
    expect(json(await ask())).toEqual({ sent: true });
    const [mail] = await mails();
    expect(mail).toMatchObject({
      to: 'hilfe@portal.example',
      replyTo: 'miriam@beispiel.de',
      subject: 'Rückmeldung aus dem Mandantenportal',
    });
    expect(mail?.text).toContain(
      'miriam@beispiel.de, in Kontakt mit Aydın & Kollegen, schreibt:\n\nMein Bild ist weg.\n' +
        '<b>Und nun?</b>',
    );
    expect(mail?.text).toContain('Ihre Antwort geht an miriam@beispiel.de.');
    expect(mail?.html).toContain('&#60;b&#62;Und nun?');
  });

  it('An unregistered user can ask', async () => {
    expect(
      (await ask(payload, { by: await signIn(server, userId, 'unregistered', accountId) }))
        .statusCode,
    ).toBe(200);
    expect(await mails()).toHaveLength(1);
  });

  it('Retries under one key send one mail, before and after sending', async () => {
    const key = 'made-once-per-click';
    const answers = await Promise.all([1, 2, 3].map(() => ask(payload, { key })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await mails();
    await ask(payload, { key });
    expect(await mails()).toHaveLength(1);
    await ask(payload, { key: 'another-click' });
    const other = await addUser(server, [accountId]);
    await ask(payload, { key, by: await signIn(server, other.id) });
    expect(await mails()).toHaveLength(3);
  });

  it('Another question under the same key is refused', async () => {
    await ask(payload, { key: 'made-once-per-question' });
    const other = await ask(
      { ...payload, description: 'Noch etwas.' },
      { key: 'made-once-per-question' },
    );
    expect([other.statusCode, json(other)['reason']]).toEqual([409, 'conflict']);
    expect(await mails()).toHaveLength(1);
  });

  it.each([
    [
      { ...payload, email: 'miriam' },
      '/payload/email',
      'Schreiben Sie die E-Mail-Adresse so: name@beispiel.de.',
    ],
    [
      { ...payload, email: 'miriam@beispiel.de\r\nBcc: x@beispiel.de' },
      '/payload/email',
      'Schreiben Sie die E-Mail-Adresse so: name@beispiel.de.',
    ],
    [
      { ...payload, description: ' \n ' },
      '/payload/description',
      'Beschreiben Sie, worum es geht.',
    ],
  ])('An invalid question is refused with a text: %j', async (given, field, sentence) => {
    const answer = await ask(given);
    expect([answer.statusCode, json(answer)['fields']]).toEqual([400, { [field]: sentence }]);
    expect(await mails()).toEqual([]);
  });

  it('The account in path and body must be the user’s own', async () => {
    const foreign = (await addAccount(server)).accountId;
    for (const answer of [
      await ask(payload, { acc: foreign }),
      await ask(payload, { inBody: foreign }),
      await ask(payload, { acc: foreign, inBody: accountId }),
    ])
      expect([answer.statusCode, json(answer)['reason']]).toEqual([404, 'notFound']);
    expect(await mails()).toEqual([]);
  });

  it('The question is deleted after sending', async () => {
    await ask();
    await mails();
    await housekeep(server.deps);
    expect(
      JSON.stringify(await server.deps.db.selectFrom('mailOutbox').selectAll().execute()),
    ).not.toContain('Mein Bild ist weg');
  });
});
