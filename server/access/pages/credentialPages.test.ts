import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessPageDataId, type AccessPageData } from '#schemas/access/accessPages.ts';
import { credentialLimits } from '#schemas/access/limits.ts';
import { postedNames } from '#schemas/forms/postedForms.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import { credentialRateLimits } from '#server/access/limits.ts';
import { answerRequests } from '#server/access/credentials/service.ts';
import type { UserRow } from '#server/db/schema.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { hashSecret } from '#server/security/secrets.ts';
import { createRecordedLog } from '#server/testing/clients.ts';
import { createPageFolder, readPageData } from '#server/testing/postedPages.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#server/testing/testServer.ts';

const folder = await createPageFolder();
const log = createRecordedLog();
afterAll(() => rm(folder, { recursive: true }));
const chosen = 'Fahrrad-im-Regen 5';

type Page = Awaited<ReturnType<TestBrowser['open']>>;
const readData = (page: Page) => readPageData<AccessPageData>(page, accessPageDataId);

describe('forgotten credentials without scripts', () => {
  let server: TestServer;
  let accountId: string;
  let miriam: UserRow;
  let browser: TestBrowser;
  beforeAll(async () => {
    server = await startTestServer({
      appOptions: { webAppFolder: folder, logger: log.logger },
    });
    ({ accountId } = await addAccount(server));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    log.clear();
    miriam = await addUser(server, [accountId], {
      passwordHash: await hashPassword(server.deps, 'Altes-Wort 1'),
    });
    browser = createBrowser(server);
    await server.deps.db.deleteFrom('mailOutbox').execute();
  });

  const post = (path: string, fields: Record<string, string>, language = 'de') =>
    browser.postPage(path, { [postedNames.language]: language, ...fields });
  const listMails = async () => {
    await answerRequests(server.deps);
    return listNewestMessages(server.deps, 10);
  };
  async function requestLink(): Promise<string> {
    await post('/forget-password', { username: miriam.username ?? '' });
    const bodies = (await listMails()).map(({ body }) => body);
    return /\/reset-password\/\S+/.exec(bodies.join('\n'))?.[0] ?? '';
  }

  it('A username and a link are mailed, and the page after the post says so', async () => {
    const name = await post('/forget-username', { email: ` ${miriam.email} ` }, 'en');
    expect([name.statusCode, name.headers['location']]).toEqual([
      303,
      '/forget-username?done=1&language=en',
    ]);
    const sent = readData(await browser.open(String(name.headers['location'])));
    expect(sent).toEqual({ page: 'forgetUsername', language: 'en', isDone: true });
    expect((await listMails())[0]?.body).toContain(miriam.username);
    expect(await requestLink()).toMatch(/^\/reset-password\/.{43}/);
  });

  it('The page never says if a name is known, and its limit is that of the call', async () => {
    const answers = [];
    for (let count = 0; count < credentialRateLimits.mailsPerHour + 2; count += 1)
      for (const username of [miriam.username ?? '', 'nobody.at.all'])
        answers.push(await post('/forget-password', { username }));
    for (const { statusCode, headers } of answers)
      expect([statusCode, headers['location']]).toEqual([303, '/forget-password?done=1']);
    expect(await listMails()).toHaveLength(credentialRateLimits.mailsPerHour);
  });

  it('A wrong address is kept, with its error at the field', async () => {
    const answer = await post('/forget-username', { email: 'miriam@' });
    expect(answer.statusCode).toBe(422);
    expect(readData(answer).posted).toMatchObject({
      answers: { email: 'miriam@' },
      errors: [{ address: 'email', rule: 'format' }],
    });
  });

  it('A link sets a password once and confirms it', async () => {
    const link = await requestLink();
    const opened = await browser.open(link);
    expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(readData(opened).link).toEqual({ username: miriam.username });
    const fields = { password: chosen, 'password-repeat': chosen };
    const answer = await post(link, fields);
    const location = String(answer.headers['location']);
    expect([answer.statusCode, location]).toEqual([
      303,
      expect.stringMatching(/^\/reset-password-done\?done=/),
    ]);
    expect(readData(await browser.open(location)).isDone).toBe(true);
    expect((await post(link, fields)).statusCode).toBe(303); // a double click
    const body = { Username: miriam.username, Password: chosen };
    expect((await browser.post('/authenticate/login', body)).statusCode).toBe(200);
    const used = await post(link, { password: `${chosen}9`, 'password-repeat': `${chosen}9` });
    expect(used.statusCode).toBe(410);
    expect(readData(used)).toMatchObject({ link: { refusal: expect.any(String) } });
    expect(answer.body + log.read()).not.toContain(chosen);
  });

  it('The key of the stored response is made without the password', async () => {
    const link = await requestLink();
    await server.deps.db.deleteFrom('idempotencyResponses').execute();
    const fields = { password: chosen, 'password-repeat': chosen };
    const answer = await browser.postPage(link, fields, { 'user-agent': 'Firefox' });
    expect(answer.statusCode).toBe(303);
    const rows = await server.deps.db.selectFrom('idempotencyResponses').select('key').execute();
    const linkKey = link.split('/').at(-1) ?? '';
    const sender = createHash('sha256').update('127.0.0.1 Firefox').digest('base64url');
    expect(rows).toEqual([{ key: hashSecret(`resetPassword:${linkKey} ${sender} ${linkKey}`) }]);
  });

  it('A used link reveals to no other browser that a password is right', async () => {
    const link = await requestLink();
    const fields = { password: chosen, 'password-repeat': chosen };
    expect((await post(link, fields)).statusCode).toBe(303);
    const guessed = await browser.postPage(link, fields, { 'user-agent': 'another' });
    expect(guessed.statusCode).toBe(410);
  });

  it.each([
    ['', '', 'required'],
    ['kurz', 'kurz', 'minLength'],
    [chosen, '', 'notRepeated'],
    [chosen, `${chosen}x`, 'notSame'],
  ])('The passwords %j and %j break the rule %s and are not shown', async (one, other, rule) => {
    const link = await requestLink();
    const answer = await post(link, { password: one, 'password-repeat': other });
    expect(answer.statusCode).toBe(422);
    const { posted, link: shown } = readData(answer);
    expect(posted).toMatchObject({ answers: {}, errors: [{ address: 'password', rule }] });
    expect(shown).toEqual({ username: miriam.username });
    if (one) expect(answer.body).not.toContain(one);
  });

  it('A password with the username in it is refused', async () => {
    const link = await requestLink();
    const own = `${miriam.username} A1`;
    const answer = await post(link, { password: own, 'password-repeat': own });
    expect(readData(answer).posted?.errors).toMatchObject([{ rule: 'person' }]);
  });

  it('A password with the address in it is refused by the sentence of the call', async () => {
    const link = await requestLink();
    const own = `${miriam.email} A1`;
    const answer = await post(link, { password: own, 'password-repeat': own });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(readData(answer).posted?.errors).toMatchObject([{ address: 'password' }]);
  });

  it('A link that is unknown or too old has a page that says so', async () => {
    const link = await requestLink();
    server.clock.forward(credentialLimits.linkMinutes * minuteMs);
    const answers = [
      await browser.open(link),
      await browser.open(`/reset-password/${'k'.repeat(43)}`),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([410, 404]);
    for (const answer of answers) expect(readData(answer).link).toHaveProperty('refusal');
  });

  it('The page that confirms a reset needs the token of one', async () => {
    for (const address of ['/reset-password-done', '/reset-password-done?done=1'])
      expect(readData(await browser.open(address)).isDone).toBeUndefined();
  });
});
