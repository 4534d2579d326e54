import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answeredPageDataId,
  formPageDataId,
  pinPageDataId,
  sentPageDataId,
  type AnsweredPageData,
  type FormPageData,
  type PinPageData,
  type SentPageData,
} from '#schemas/forms/assistants.ts';
import type { MadeExternalRequest } from '#schemas/forms/externalRequests.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { postedActions, postedNames } from '#schemas/forms/postedForms.ts';
import type { SubmissionSummary } from '#schemas/forms/submissions.ts';
import { dayMs } from '#schemas/platform/time.ts';
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
afterAll(() => rm(folder, { recursive: true }));

const definition: FormDefinition = {
  title: 'Ihr Mandat',
  pages: [
    {
      id: 'first',
      title: 'Sie',
      formElements: [
        { id: 'name', type: 'input', label: 'Name', prefill: 'm_name' },
        { id: 'matter', type: 'input', label: 'Anliegen', required: true },
      ],
    },
    {
      id: 'second',
      title: 'Erreichbar',
      formElements: [{ id: 'mail', type: 'input', label: 'E-Mail', prefill: 'm_email' }],
    },
  ],
};
const prefill = { m_name: 'Jörg Wieland', m_email: 'joerg@example.com' };
const prefillQuery = String(new URLSearchParams(prefill));

type Page = Awaited<ReturnType<TestBrowser['open']>>;
const readForm = (page: Page) => readPageData<FormPageData>(page, formPageDataId);
const readAnswered = (page: Page) => readPageData<AnsweredPageData>(page, answeredPageDataId);

describe('the page of an external request', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let headers: Record<string, string>;
  let formId: string;

  beforeEach(async () => {
    server = await startTestServer({ appOptions: { webAppFolder: folder } });
    browser = createBrowser(server);
    const { apiKey } = await addAccount(server, { uniqueKey: 'kanzlei' });
    headers = { 'x-api-key': apiKey };
    ({ formId } = await publish(server, apiKey, definition));
  });
  afterEach(() => server.close());

  const provider = async <T extends object>(path: string, payload?: object) =>
    json<T>(
      await server.app.inject({
        method: payload ? 'POST' : 'GET',
        url: `/provider/v1/${path}`,
        headers,
        ...(payload ? { payload } : {}),
      }),
    );

  /** Creates a request, and returns the path of its link, alone and with its query. */
  async function ask(wanted: object = {}) {
    const made = await provider<MadeExternalRequest>('externalRequests', { formId, ...wanted });
    const { pathname, search } = new URL(made.url);
    return { path: pathname, link: pathname + search, pin: made.pin?.pin ?? '' };
  }

  const post = (path: string, fields: Fields, from = browser) =>
    from.postPage(path, { [postedNames.language]: 'de', [postedNames.revision]: '1', ...fields });

  /** Fills in all pages, and returns the last answer. */
  async function answer(path: string, matter: string, from = browser) {
    let page = await post(path, { name: 'Ida', matter }, from);
    for (const fields of [{ mail: 'ida@example.com' }, {}]) {
      const state = readForm(page).posted?.state ?? '';
      page = await post(path, { [postedNames.state]: state, ...fields }, from);
    }
    return page;
  }

  const listSubmissions = async () =>
    (await provider<{ items: SubmissionSummary[] }>('submissions')).items;

  async function getAnswers(submissionId: string) {
    const { answers } = await provider<{ answers: { elementId: string; value: unknown }[] }>(
      `submissions/${submissionId}`,
    );
    return Object.fromEntries(answers.map(({ elementId, value }) => [elementId, value]));
  }

  it('The page has the form and what the link prefills, and is stored nowhere', async () => {
    const { path, link } = await ask({ prefill });
    const page = await browser.open(link);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.body).toContain('<title>Ihr Mandat – Kanzlei Test</title>');
    expect(readForm(page)).toMatchObject({ here: path, language: 'de', prefill: prefillQuery });
    expect(readForm(page).posted).toBeUndefined();
    expect(page.body).not.toContain('timeToken');
  });

  it('Prefilled answers are kept on all pages, and one that was deleted is not filled again', async () => {
    const { path } = await ask({ prefill });
    const first = readForm(
      await post(path, { [postedNames.prefill]: prefillQuery, name: '', matter: 'Erbe' }),
    );
    expect(first.posted).toMatchObject({
      page: 'second',
      answers: { matter: 'Erbe', mail: 'joerg@example.com' },
    });
    expect(first.posted?.answers).not.toHaveProperty('name');
    expect(first.prefill).toBeUndefined();
  });

  it('A page with an error comes back, and the corrected one is sent with evidence', async () => {
    const { path } = await ask();
    const wrong = await post(path, { name: 'Ida', matter: '' });
    expect(wrong.statusCode).toBe(422);
    expect(readForm(wrong).posted).toMatchObject({
      answers: { name: 'Ida' },
      problem: { fields: {} },
    });
    const sent = await answer(path, 'Erbe');
    expect(sent.statusCode).toBe(303);
    const address = String(sent.headers['location']);
    expect(address).toContain(`${path}/confirmation-page?receipt=`);
    const thanks = readPageData<SentPageData>(await browser.open(address), sentPageDataId);
    expect(thanks).toMatchObject({ here: `${path}/confirmation-page` });
    const [submission] = await listSubmissions();
    expect(submission).toMatchObject({ source: 'externalRequest', suspicions: [] });
    expect(await getAnswers(submission?.submissionId ?? '')).toEqual({
      name: 'Ida',
      matter: 'Erbe',
      mail: 'ida@example.com',
    });
    const evidence = await provider<{ format: string }>(
      `submissions/${submission?.submissionId}/evidence`,
    );
    expect(evidence.format).toBe('formakte-evidence-1');
  });

  it('A request is answered once, and then names its provider but nothing of the answer', async () => {
    const { path } = await ask();
    const filled = { [postedNames.state]: '', name: 'Ida', matter: 'Erbe' };
    const first = readForm(await post(path, filled));
    await answer(path, 'Erbe');
    const late = await post(path, { [postedNames.state]: first.posted?.state ?? '', mail: 'x' });
    const other = await post(
      path,
      { name: 'Ole', matter: 'Miete' },
      createBrowser(server, 'Other'),
    );
    expect([late.statusCode, other.statusCode]).toEqual([409, 409]);
    expect(readAnswered(late).unsent?.answers).toMatchObject([
      { value: 'Ida' },
      { value: 'Erbe' },
      { value: 'x' },
    ]);
    expect(readAnswered(other).unsent?.answers).toMatchObject([
      { value: 'Ole' },
      { value: 'Miete' },
    ]);
    expect(other.body).not.toContain('Erbe');
    const page = await browser.open(path);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
    const [{ submittedAt } = { submittedAt: '' }] = await listSubmissions();
    expect(readAnswered(page)).toMatchObject({
      here: path,
      answered: { accountName: 'Kanzlei Test', submittedAt },
    });
    for (const hidden of ['Erbe', 'Ihr Mandat', 'receipt']) expect(page.body).not.toContain(hidden);
    expect(await listSubmissions()).toHaveLength(1);
  });

  it('The last page that is posted twice is one answer with one receipt', async () => {
    const { formId: short } = await publish(server, headers['x-api-key'] ?? '', {
      title: 'Kurz',
      formElements: [{ id: 'matter', type: 'input', label: 'Anliegen' }],
    });
    const { path } = await ask({ formId: short });
    const answers = await Promise.all([
      post(path, { matter: 'Erbe' }),
      post(path, { matter: 'Erbe' }),
    ]);
    answers.push(await post(path, { matter: 'Erbe' }));
    const receipts = await Promise.all(
      answers.map(async (each) =>
        readPageData<SentPageData>(
          await browser.open(String(each.headers['location'])),
          sentPageDataId,
        ),
      ),
    );
    expect(new Set(receipts.map(({ receipt }) => receipt.submissionId)).size).toBe(1);
  });

  it('Two requests of one form that get the same answers are two submissions', async () => {
    const requests = [await ask(), await ask()];
    for (const { path } of requests) expect((await answer(path, 'Erbe')).statusCode).toBe(303);
    expect(await listSubmissions()).toHaveLength(2);
  });

  it('An unknown, a foreign and an expired request are not found', async () => {
    const { path } = await ask({ validDays: 1 });
    await addAccount(server, { uniqueKey: 'andere' });
    const addresses = [`${path}x`, path.replace('kanzlei', 'andere'), `${path}/confirmation-page`];
    const codes = async (all: string[]) =>
      Promise.all(all.map(async (each) => (await browser.open(each)).statusCode));
    expect(await codes(addresses)).toEqual([404, 404, 200]);
    server.clock.forward(1.5 * dayMs);
    expect(await codes([path])).toEqual([404]);
    expect((await post(path, { matter: 'Erbe' })).statusCode).toBe(404);
    expect(await listSubmissions()).toHaveLength(0);
  });

  it('A request with a PIN keeps what its link prefills until the PIN is given', async () => {
    const { path, link, pin } = await ask({ prefill, pin: {} });
    const asked = await browser.open(link);
    expect(asked.headers['cache-control']).toBe('no-store');
    expect(readPageData<PinPageData>(asked, pinPageDataId)).toMatchObject({
      here: path,
      prefill: prefillQuery,
    });
    expect(asked.body).not.toContain('Ihr Mandat');
    const give = (password: string) =>
      post(path, {
        [postedNames.action]: postedActions.enterPin,
        [postedNames.prefill]: prefillQuery,
        password,
      });
    const wrong = await give(String((Number(pin) + 1) % 1_000_000).padStart(6, '0'));
    expect(wrong.statusCode).toBe(401);
    expect(readPageData<PinPageData>(wrong, pinPageDataId).prefill).toBe(prefillQuery);
    const right = await give(pin);
    expect([right.statusCode, right.headers['location']]).toEqual([303, link]);
    expect(readForm(await browser.open(link)).prefill).toBe(prefillQuery);
    expect((await answer(path, 'Erbe')).statusCode).toBe(303);
    const stranger = createBrowser(server, 'Other');
    expect(readAnswered(await stranger.open(path)).answered.accountName).toBe('Kanzlei Test');
    const posted = await post(path, { name: 'Ole', matter: 'Miete' }, stranger);
    expect([posted.statusCode, posted.headers['location']]).toEqual([303, path]);
  });

  it('A request that is posted without its PIN asks for the PIN', async () => {
    const { path } = await ask({ pin: {} });
    const refused = await post(path, { name: 'Ida', matter: 'Erbe' });
    expect([refused.statusCode, refused.headers['location']]).toEqual([303, path]);
    expect(await listSubmissions()).toHaveLength(0);
  });
});
