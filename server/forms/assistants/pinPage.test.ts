import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  formPageDataId,
  pinPageDataId,
  type FormPageData,
  type PinPageData,
} from '#schemas/forms/assistants.ts';
import { pinLimits } from '#schemas/forms/limits.ts';
import type { MadePin, PinOptions } from '#schemas/forms/pins.ts';
import { postedActions, postedNames } from '#schemas/forms/postedForms.ts';
import { secondMs } from '#schemas/platform/time.ts';
import { createRecordedLog } from '#server/testing/clients.ts';
import { createPageFolder, readPageData, type Fields } from '#server/testing/postedPages.ts';
import {
  addAccount,
  createBrowser,
  json,
  publish,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#server/testing/testServer.ts';

const folder = await createPageFolder();
const log = createRecordedLog();
afterAll(() => rm(folder, { recursive: true }));

const definition = {
  title: 'Vertraulich',
  theme: { primaryColor: '#123456' },
  formElements: [{ id: 'password', type: 'input', label: 'Losung', required: true }],
};
const getWrongPin = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');

type Page = Awaited<ReturnType<TestBrowser['open']>>;
const readPin = (page: Page) => readPageData<PinPageData>(page, pinPageDataId);
const readForm = (page: Page) => readPageData<FormPageData>(page, formPageDataId);

describe('the PIN of a form without scripts', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let headers: Record<string, string>;
  let formId: string;
  let address: string;

  beforeEach(async () => {
    log.clear();
    server = await startTestServer({
      appOptions: { webAppFolder: folder, logger: log.logger },
    });
    browser = createBrowser(server);
    const { apiKey } = await addAccount(server);
    headers = { 'x-api-key': apiKey };
    const form = await publish(server, apiKey, definition);
    ({ formId } = form);
    address = `/externalform/${form.processGuid}`;
  });
  afterEach(() => server.close());

  async function makePin(payload: PinOptions = {}): Promise<string> {
    const url = `/provider/v1/forms/${formId}/pin`;
    return json<MadePin>(await server.app.inject({ method: 'POST', url, headers, payload })).pin;
  }
  const give = (pin: string, from = browser, language = 'de') =>
    from.postPage(address, {
      [postedNames.language]: language,
      [postedNames.action]: postedActions.enterPin,
      password: pin,
    });
  const send = (fields: Fields, from = browser) =>
    from.postPage(address, {
      [postedNames.language]: 'de',
      [postedNames.revision]: '1',
      ...fields,
    });
  const countWorkflows = async () =>
    (await server.deps.db.selectFrom('workflows').select('key').execute()).length;

  it('Before the PIN the page has its provider and nothing of the form', async () => {
    await makePin();
    const page = await browser.open(address);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(page.body).toContain('<title>PIN eingeben – Kanzlei Test</title>');
    expect(readPin(page)).toMatchObject({
      language: 'de',
      required: { accountName: 'Kanzlei Test', theme: { primaryColor: '#7d1f3f' } },
    });
    for (const secret of ['Vertraulich', 'Losung', '#123456', formPageDataId])
      expect(page.body).not.toContain(secret);
  });

  it('The PIN opens the form by a cookie, and the form is sent once', async () => {
    const pin = await makePin();
    const given = await give(pin);
    expect([given.statusCode, given.headers['location']]).toEqual([303, address]);
    const opened = await browser.open(address);
    expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(readForm(opened).opening.formElement.title).toBe('Vertraulich');
    const sent = await send({ password: 'Sesam' });
    expect([sent.statusCode, String(sent.headers['location'])]).toEqual([
      303,
      expect.stringContaining(`${address}/succeed?receipt=`),
    ]);
    expect(await countWorkflows()).toBe(1);
    expect(readPin(await browser.open(address))).toMatchObject({ language: 'de' });
    expect((await give(pin)).statusCode).toBe(423);
  });

  it('A PIN of several visitors starts a workflow for each form that is sent', async () => {
    const pin = await makePin({ isSingleUse: false });
    const other = createBrowser(server, 'Other');
    await give(pin);
    await give(pin, other);
    expect(await countWorkflows()).toBe(0);
    expect((await send({ password: 'Sesam' })).statusCode).toBe(303);
    expect((await send({ password: 'Mohn' }, other)).statusCode).toBe(303);
    expect(await countWorkflows()).toBe(2);
    expect(readForm(await browser.open(address)).opening.revision).toBe(1);
  });

  it('A PIN that is posted twice, or in a second browser, opens the same workflow', async () => {
    const pin = await makePin();
    await Promise.all([give(pin), give(pin)]);
    const other = createBrowser(server, 'Other');
    expect((await give(pin, other)).statusCode).toBe(303);
    await send({ password: 'Sesam' }, other);
    expect((await give(pin)).statusCode).toBe(423);
  });

  it('A wrong PIN is one attempt, and is neither in the page nor in the log', async () => {
    const pin = await makePin();
    const wrong = getWrongPin(pin);
    const answer = await give(wrong);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([401, 'no-store']);
    expect(readPin(answer).posted).toEqual({
      answers: {},
      errors: [],
      failure: 'Die PIN ist falsch. Sie haben noch 4 Versuche.',
      refused: 'password',
    });
    expect(answer.body).toContain('<title>Fehler: PIN eingeben – Kanzlei Test</title>');
    const call = await browser.post('/authenticate/adhoc/pin', {
      key: address.split('/').at(-1),
      password: wrong,
      attempt: 1,
    });
    expect(json(call)).toMatchObject({ triesLeft: 3 });
    await give(pin);
    expect(answer.body + log.read()).not.toMatch(new RegExp(`${pin}|${wrong}`));
  });

  it('An incomplete PIN is an error at its field and no attempt', async () => {
    const pin = await makePin();
    for (let count = 0; count <= pinLimits.wrongAttempts; count += 1) {
      const answer = await give('12 34', browser, 'en');
      expect(answer.statusCode).toBe(422);
      expect(readPin(answer)).toMatchObject({
        language: 'en',
        posted: { answers: {}, errors: [{ address: 'password', rule: 'pattern' }] },
      });
    }
    const given = await give(`${pin.slice(0, 3)} ${pin.slice(3)}`, browser, 'en');
    expect(given.headers['location']).toBe(`${address}?language=en`);
  });

  it('The last wrong attempt voids the PIN, for the right one too', async () => {
    const pin = await makePin();
    for (let count = 1; count < pinLimits.wrongAttempts; count += 1) await give(getWrongPin(pin));
    const last = await give(getWrongPin(pin));
    expect([last.statusCode, readPin(last).isVoid]).toEqual([401, true]);
    const right = await give(pin);
    expect([right.statusCode, readPin(right).isVoid]).toEqual([423, true]);
    expect(await countWorkflows()).toBe(0);
  });

  it('A form that is posted without its PIN is not stored, and asks for the PIN', async () => {
    await makePin();
    const answer = await send({ password: 'Sesam' });
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, address]);
    expect(await countWorkflows()).toBe(0);
  });

  it('A new PIN of the provider ends what the one before has opened', async () => {
    await give(await makePin({ isSingleUse: false }));
    server.clock.forward(pinLimits.secondsBetween * secondMs);
    await makePin({ isSingleUse: false });
    expect(readPin(await browser.open(address)).required.accountName).toBe('Kanzlei Test');
    expect((await send({ password: 'Sesam' })).headers['location']).toBe(address);
  });

  it('A PIN for a form that was closed meanwhile leads to the notice, and is no attempt', async () => {
    const pin = await makePin();
    const url = `/provider/v1/forms/${formId}/closing`;
    await server.app.inject({ method: 'PUT', url, headers, payload: { isClosed: true } });
    expect((await give(getWrongPin(pin))).headers['location']).toBe(address);
    expect((await browser.open(address)).statusCode).toBe(410);
    await server.app.inject({ method: 'PUT', url, headers, payload: {} });
    const answer = await give(getWrongPin(pin));
    expect(readPin(answer).posted?.failure).toContain('4 Versuche');
  });

  it('Another site cannot post a PIN', async () => {
    const pin = await makePin();
    const fields = { [postedNames.action]: postedActions.enterPin, password: pin };
    const answer = await browser.postPage(address, fields, { 'sec-fetch-site': 'cross-site' });
    expect(answer.statusCode).toBe(403);
  });
});

it('Posted PINs and calls share one limit per minute', async () => {
  const server = await startTestServer({
    mode: 'production',
    env: { PUBLIC_URL: 'https://portal.example' },
    appOptions: { webAppFolder: folder },
  });
  const { apiKey } = await addAccount(server);
  const { processGuid } = await publish(server, apiKey, definition);
  const body = { key: processGuid, password: '000000', attempt: 1 };
  const browser = createBrowser(server);
  for (let count = 0; count < pinLimits.attemptsPerMinute; count += 1)
    await browser.post('/authenticate/adhoc/pin', body);
  const answer = await browser.postPage(`/externalform/${processGuid}`, {
    [postedNames.action]: postedActions.enterPin,
    password: '000000',
  });
  expect(answer.statusCode).toBe(429);
  await server.close();
});
