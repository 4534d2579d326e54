import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pinLimits } from '#schemas/forms/limits.ts';
import type { MadePin, PinOptions } from '#schemas/forms/pins.ts';
import { createLogger } from '#server/http/logging.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

const definition = {
  title: 'Vertraulich',
  formElements: [{ id: 'name', type: 'input', label: 'Name' }],
};
type Session = { accessToken: string; workflowKey: string };

describeOnEachDatabase('a form with a PIN', (open) => {
  let server: TestServer;
  let apiKey: string;
  let form: { formId: string; processGuid: string };
  let log: string;

  beforeEach(async () => {
    log = '';
    const logger = createLogger(
      'trace',
      new Writable({
        write(line, _, done) {
          log += String(line);
          done();
        },
      }),
    );
    server = await startTestServer({ open, appOptions: { logger } });
    ({ apiKey } = await addAccount(server));
    form = await publish(server, apiKey, definition);
  });
  afterEach(() => server.close());

  const provider = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: PinOptions) =>
    server.app.inject({
      method,
      url: `/provider/v1/forms/${form.formId}${path}`,
      headers: { 'x-api-key': apiKey },
      ...(payload ? { payload } : {}),
    });
  const makePin = async (options: PinOptions = {}) =>
    json<MadePin>(await provider('POST', '/pin', options)).pin;
  const post = (url: string, payload: object) =>
    server.app.inject({ method: 'POST', url: `/api${url}`, headers: webKeys, payload });
  const knock = (key = form.processGuid) => post('/authenticate/adhoc/workflow', { key });
  const login = (password: string, { key = form.processGuid, attempt = 1 } = {}) =>
    post('/authenticate/adhoc/pin', { key, password, attempt });
  const wrongFor = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
  const submit = ({ accessToken, workflowKey }: Session) =>
    server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${workflowKey}`,
      headers: { ...webKeys, authorization: `Bearer ${accessToken}` },
      payload: {
        revision: 1,
        language: 'de',
        answers: [{ elementId: 'name', type: 'input', value: 'Jonas' }],
      },
    });

  it('The form shows its owner and nothing else before the PIN', async () => {
    await makePin();
    const answer = await knock();
    expect(answer.statusCode).toBe(200);
    expect(json(answer)).toEqual({
      payload: { isAppLoginRequired: true },
      accountId: expect.any(String),
      accountName: 'Kanzlei Test',
      headerLogoUrl: null,
      theme: { primaryColor: '#7d1f3f', secondaryColor: '#d9a05b' },
      contact: expect.objectContaining({ contact: '040 1' }),
    });
    expect(answer.body).not.toContain('Vertraulich');
    expect(json(await provider('GET', ''))).toMatchObject({ isPinProtected: true });
  });

  it('The form opens with the right PIN and takes answers', async () => {
    const opened = await login(await makePin());
    expect(opened.statusCode).toBe(200);
    expect(json(opened)).toMatchObject({
      accessToken: expect.any(String),
      workflowType: 'ASSISTENT',
    });
    expect((await submit(json<Session>(opened))).statusCode).toBe(200);
  });

  it('A wrong PIN shows the attempts left, and after five every PIN is refused', async () => {
    const left = [
      'Das war der letzte Versuch: Bitte fordern Sie eine neue PIN an.',
      'Sie haben noch 1 Versuch.',
      ...[2, 3, 4].map((tries) => `Sie haben noch ${tries} Versuche.`),
    ];
    const pin = await makePin();
    for (let attempt = 1; attempt <= pinLimits.wrongTries; attempt += 1) {
      const refused = await login(wrongFor(pin), { attempt });
      expect([refused.statusCode, json(refused)['reasonMessage']]).toEqual([
        401,
        `Die PIN ist falsch. ${left[pinLimits.wrongTries - attempt] ?? ''}`,
      ]);
    }
    const locked = await login(pin, { attempt: 1 });
    expect([locked.statusCode, json(locked)['reason']]).toEqual([423, 'pinVoid']);
    const english = await server.app.inject({
      method: 'POST',
      url: '/api/authenticate/adhoc/pin',
      headers: { ...webKeys, 'accept-language': 'en' },
      payload: { key: form.processGuid, password: pin, attempt: 7 },
    });
    expect(json(english)['reasonMessage']).toBe('Invalid PIN. Please request a new PIN');
  });

  it('A hundred concurrent wrong PINs are compared five times', async () => {
    const pin = await makePin();
    const answers = await Promise.all(Array.from({ length: 100 }, () => login(wrongFor(pin))));
    const of = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect({ wrong: of(401), locked: of(423) }).toEqual({
      wrong: pinLimits.wrongTries,
      locked: 100 - pinLimits.wrongTries,
    });
    expect((await login(pin)).statusCode).toBe(423);
  });

  it('Concurrent right PINs use up no attempt', async () => {
    const pin = await makePin({ isSingleUse: false });
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(pin)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => json<Session>(answer).workflowKey)).size).toBe(20);
  });

  it('A single-use PIN opens one workflow until it is sent', async () => {
    const pin = await makePin();
    const sessions = (await Promise.all(Array.from({ length: 8 }, () => login(pin)))).map(
      (answer) => json<Session>(answer),
    );
    expect(new Set(sessions.map(({ workflowKey }) => workflowKey)).size).toBe(1);
    expect((await submit(sessions[0] as Session)).statusCode).toBe(200);
    expect((await login(pin)).statusCode).toBe(423);
  });

  it('A started workflow is continued with the PIN only', async () => {
    const pin = await makePin({ isSingleUse: false });
    const { workflowKey } = json<Session>(await login(pin));
    for (const answer of [
      await knock(workflowKey),
      await post('/assistants/process/access', { workflowKey }),
    ]) {
      expect(json(answer)).toMatchObject({ payload: { isAppLoginRequired: true } });
      expect(answer.body).not.toContain('accessToken');
    }
    expect((await login(wrongFor(pin), { key: workflowKey })).statusCode).toBe(401);
    expect(json(await login(pin, { key: workflowKey }))).toMatchObject({ workflowKey });
  });

  it('A used PIN does not open another workflow', async () => {
    const first = json<Session>(await login(await makePin()));
    server.clock.forward(61_000);
    const pin = await makePin();
    const second = json<Session>(await login(pin));
    expect(second.workflowKey).not.toBe(first.workflowKey);
    expect((await login(pin, { key: first.workflowKey })).statusCode).toBe(423);
  });

  it('A PIN is valid until it expires', async () => {
    const pin = await makePin({ validMinutes: 20 });
    server.clock.forward(19 * 60_000);
    expect((await login(pin)).statusCode).toBe(200);
    server.clock.forward(2 * 60_000);
    expect((await login(pin)).statusCode).toBe(423);
    expect(json(await knock())).toMatchObject({ payload: { isAppLoginRequired: true } });
  });

  it('Only the newest PIN is valid', async () => {
    const former = await makePin();
    server.clock.forward(61_000);
    const newest = await makePin();
    expect((await login(newest)).statusCode).toBe(200);
    if (former !== newest) expect((await login(former)).statusCode).toBe(401);
  });

  it('A new PIN can be created once a minute and five times an hour', async () => {
    const statuses: number[] = [
      (await provider('POST', '/pin', {})).statusCode,
      (await provider('POST', '/pin', {})).statusCode,
    ];
    for (let count = 0; count < 5; count += 1) {
      server.clock.forward(61_000);
      statuses.push((await provider('POST', '/pin', {})).statusCode);
    }
    expect(statuses).toEqual([200, 429, 200, 200, 200, 200, 429]);
    server.clock.forward(3_600_000);
    expect((await provider('POST', '/pin', {})).statusCode).toBe(200);
  });

  it('A withdrawn form gets 406, after the right PIN only', async () => {
    const pin = await makePin();
    await provider('POST', '/withdraw');
    const refused = await login(pin);
    expect([refused.statusCode, json(refused)['reason']]).toEqual([406, 'noAccess']);
    expect((await login(wrongFor(pin))).statusCode).toBe(401);
    expect((await knock()).statusCode).toBe(404);
  });

  it('A malformed PIN gets 400 and counts no attempt', async () => {
    const pin = await makePin();
    for (let count = 0; count < 6; count += 1) expect((await login('12345')).statusCode).toBe(400);
    expect(
      (await post('/authenticate/adhoc/pin', { key: form.processGuid, attempt: 1 })).statusCode,
    ).toBe(400);
    expect((await login(pin)).statusCode).toBe(200);
  });

  it('The form opens without a PIN after the PIN is removed', async () => {
    await makePin();
    expect(json(await provider('DELETE', '/pin'))).toEqual({ removed: true });
    expect(json(await provider('DELETE', '/pin'))).toEqual({ removed: false });
    expect(json(await knock())).toHaveProperty('accessToken');
    expect(
      json(await post('/authenticate/adhoc/pin', { key: form.processGuid, attempt: 1 })),
    ).toHaveProperty('accessToken');
  });

  it('A PIN is stored as a hash and is not in the log', async () => {
    const pin = await makePin();
    await login(pin);
    await login(wrongFor(pin));
    const [row] = await server.deps.db.selectFrom('pins').selectAll().execute();
    expect(row?.hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(row)).not.toContain(pin);
    expect(log).toContain('/api/authenticate/adhoc/pin');
    expect(log).not.toContain(pin);
    expect(log).not.toContain(wrongFor(pin));
  });

  it('Another provider can neither create nor remove a PIN', async () => {
    const stranger = { 'x-api-key': (await addAccount(server)).apiKey };
    await makePin();
    for (const method of ['POST', 'DELETE'] as const) {
      const answer = await server.app.inject({
        method,
        url: `/provider/v1/forms/${form.formId}/pin`,
        headers: stranger,
        ...(method === 'POST' ? { payload: {} } : {}),
      });
      expect(answer.statusCode).toBe(404);
    }
    expect(json(await knock())).toHaveProperty('payload');
  });
});

describe('the PIN call', () => {
  it('An unknown key gets 404', async () => {
    const server = await startTestServer();
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v2.0/authenticate/adhoc/pin',
      headers: webKeys,
      payload: { key: 'nobody-knows-this', password: '123456', attempt: 1 },
    });
    expect(answer.statusCode).toBe(404);
    await server.close();
  });
});
