import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pinLimits } from '#schemas/forms/limits.ts';
import type { MadePin, PinOptions } from '#schemas/forms/pins.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';
import { createRecordedLog } from '#server/testing/clients.ts';

const definition = {
  title: 'Vertraulich',
  formElements: [{ id: 'name', type: 'input', label: 'Name' }],
};
type Session = { accessToken: string; workflowKey: string };

describeOnEachDatabase('a form with a PIN', (open) => {
  let server: TestServer;
  let apiKey: string;
  let form: { formId: string; processGuid: string };
  const log = createRecordedLog();

  beforeEach(async () => {
    log.clear();
    server = await startTestServer({ open, appOptions: { logger: log.logger } });
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
  const makeWrongPin = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
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

  describe('in the browser that gave the PIN', () => {
    const open = async (options: PinOptions = {}) => {
      const opened = await login(await makePin(options));
      const [cookie] = opened.cookies;
      const cookies = { [cookie?.name ?? '']: cookie?.value ?? '' };
      const ask = (url: string, payload: object) =>
        server.app.inject({
          method: 'POST',
          url: `/api${url}`,
          headers: webKeys,
          cookies,
          payload,
        });
      return {
        cookie,
        session: json<Session>(opened),
        knock: () => ask('/authenticate/adhoc/workflow', { key: form.processGuid }),
        access: (workflowKey: string) => ask('/assistants/process/access', { workflowKey }),
      };
    };

    it('The cookie is for the browser session, unreadable by scripts, without the PIN', async () => {
      const { cookie } = await open();
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
      expect(cookie?.maxAge).toBeUndefined();
      expect(cookie?.expires).toBeUndefined();
    });

    it('A single-use PIN is not asked again, even after it expired, until the form is sent', async () => {
      const { session, knock: again, access } = await open();
      server.clock.forward(60 * 60_000);
      expect(json(await again())).toMatchObject({ workflowKey: session.workflowKey });
      const renewed = json<Session>(await access(session.workflowKey));
      expect((await submit(renewed)).statusCode).toBe(200);
      expect(json(await again())).toHaveProperty('payload.isAppLoginRequired', true);
    });

    it('A PIN for several uses opens its own workflow and new ones while it is valid', async () => {
      const { session, knock: again, access } = await open({ isSingleUse: false });
      const other = json<Session>(await again());
      expect(other.workflowKey).not.toBe(session.workflowKey);
      expect(json(await access(other.workflowKey))).toHaveProperty('accessToken');
      server.clock.forward(60 * 60_000);
      expect(json(await again())).toHaveProperty('payload.isAppLoginRequired', true);
      expect(json(await access(session.workflowKey))).toHaveProperty('accessToken');
    });

    it('A new PIN, another browser and twelve hours end it', async () => {
      const { session, access } = await open();
      expect(
        json(await post('/assistants/process/access', { workflowKey: session.workflowKey })),
      ).toHaveProperty('payload.isAppLoginRequired', true);
      server.clock.forward(12 * 60 * 60_000 + 1);
      expect(json(await access(session.workflowKey))).toHaveProperty(
        'payload.isAppLoginRequired',
        true,
      );
      const second = await open();
      server.clock.forward(2 * 60_000);
      await makePin();
      expect(json(await second.access(second.session.workflowKey))).toHaveProperty(
        'payload.isAppLoginRequired',
        true,
      );
    });

    it('The cookie of one form opens no other', async () => {
      const { cookie } = await open();
      const other = await publish(server, apiKey, { ...definition, title: 'Anderes' });
      await server.app.inject({
        method: 'POST',
        url: `/provider/v1/forms/${other.formId}/pin`,
        headers: { 'x-api-key': apiKey },
        payload: {},
      });
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/authenticate/adhoc/workflow',
        headers: webKeys,
        cookies: { [cookie?.name ?? '']: cookie?.value ?? '' },
        payload: { key: other.processGuid },
      });
      expect(json(answer)).toHaveProperty('payload.isAppLoginRequired', true);
    });
  });

  it('A wrong PIN shows the attempts left, and after five every PIN is refused', async () => {
    const left = [
      'Das war der letzte Versuch: Bitte fordern Sie eine neue PIN an.',
      'Sie haben noch 1 Versuch.',
      ...[2, 3, 4].map((attempts) => `Sie haben noch ${attempts} Versuche.`),
    ];
    const pin = await makePin();
    for (let attempt = 1; attempt <= pinLimits.wrongAttempts; attempt += 1) {
      const refused = await login(makeWrongPin(pin), { attempt });
      expect([refused.statusCode, json(refused)['reasonMessage']]).toEqual([
        401,
        `Die PIN ist falsch. ${left[pinLimits.wrongAttempts - attempt] ?? ''}`,
      ]);
      expect(json(refused)['triesLeft']).toBe(pinLimits.wrongAttempts - attempt);
    }
    const locked = await login(pin, { attempt: 1 });
    expect([locked.statusCode, json(locked)['reason']]).toEqual([423, 'pinVoid']);
    const english = await server.app.inject({
      method: 'POST',
      url: '/api/authenticate/adhoc/pin',
      headers: { ...webKeys, 'accept-language': 'en' },
      payload: { key: form.processGuid, password: pin, attempt: 7 },
    });
    expect(json(english)['reasonMessage']).toBe('This PIN is not valid. Please request a new one.');
  });

  it('A hundred concurrent wrong PINs are compared five times', async () => {
    const pin = await makePin();
    const answers = await Promise.all(Array.from({ length: 100 }, () => login(makeWrongPin(pin))));
    const of = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect({ wrong: of(401), locked: of(423) }).toEqual({
      wrong: pinLimits.wrongAttempts,
      locked: 100 - pinLimits.wrongAttempts,
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
    expect((await login(makeWrongPin(pin), { key: workflowKey })).statusCode).toBe(401);
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
    expect((await login(makeWrongPin(pin))).statusCode).toBe(401);
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
    await login(makeWrongPin(pin));
    const [row] = await server.deps.db.selectFrom('pins').selectAll().execute();
    expect(row?.hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(row)).not.toContain(pin);
    expect(log.read()).toContain('/api/authenticate/adhoc/pin');
    expect(log.read()).not.toContain(pin);
    expect(log.read()).not.toContain(makeWrongPin(pin));
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
