import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SubmissionResult } from '#schemas/forms/assistants.ts';
import type { FormCopy, FormDefinition } from '#schemas/forms/forms.ts';
import { postedNames } from '#schemas/forms/postedForms.ts';
import { minutesPerDay } from '#schemas/platform/time.ts';
import { copyLimits } from '#server/forms/limits.ts';
import { createLogger } from '#server/http/logging.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { countAttempt } from '#server/security/attemptCounters.ts';
import { openPostedForms, type PostedForms } from '#server/testing/postedForms.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { json, visit } from '#server/testing/testServer.ts';
import { buildAccountCounter } from './service.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const withCopy = (copy: FormCopy): Omit<FormDefinition, 'title'> => ({
  copy,
  formElements: [
    { id: 'name', type: 'input', label: { de: 'Ihr Name', en: 'Your name' }, required: true },
    { id: 'email', type: 'input', label: 'E-Mail', format: 'email', autocomplete: 'email' },
    { id: 'notice', type: 'display', label: 'Hinweis', text: 'Das dauert nicht lange.' },
    { id: 'hurt', type: 'checkbox', label: 'Verletzt?' },
    {
      id: 'items',
      type: 'group',
      label: 'Gegenstände',
      rowLabel: 'Gegenstand',
      min: 0,
      max: 3,
      formElements: [{ id: 'what', type: 'input', label: 'Was?' }],
    },
  ],
});

describeOnEachDatabase('the copy of a visitor’s answers', (open) => {
  let forms: PostedForms;
  beforeAll(async () => {
    forms = await openPostedForms({ open });
  });
  afterAll(() => forms.close());

  let addresses = 0;
  /** Returns an address that no other test has counted. */
  const newAddress = () => `jonas${(addresses += 1)}@example.com`;
  const publishForm = async (content?: boolean) =>
    forms.publishForm(
      withCopy(content === undefined ? { email: 'email' } : { email: 'email', content }),
    );
  const mails = async (to: string) =>
    (await listNewestMessages(forms.server.deps, 100)).filter(({ recipient }) => recipient === to);
  const findPath = (body: string) => /\/form-copy\?key=[\w-]+/.exec(body)?.[0] ?? '';
  const get = async (url: string, headers: Record<string, string> = {}) =>
    forms.server.app.inject({ url, headers });
  /** Opens the page of a link and returns the address that its button posts to. */
  const findAction = async (path: string) =>
    (/action="([^"]+)"/.exec((await get(path)).body)?.[1] ?? path).replaceAll('&#38;', '&');
  const confirm = async (path: string, headers: Record<string, string> = {}) =>
    press(await findAction(path), headers);
  const press = async (url: string, headers: Record<string, string> = {}) =>
    forms.server.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const readCookie = (answer: Awaited<ReturnType<typeof confirm>>) =>
    answer.cookies
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');

  async function send(
    processGuid: string,
    answers: { elementId: string; type: string; value: unknown }[],
    more: { key?: string; honeypot?: string; language?: 'de' | 'en' } = {},
  ) {
    const { key, language = 'de', ...body } = more;
    const { workflowKey, headers } = await visit(forms.server, processGuid);
    const post = async () =>
      forms.server.app.inject({
        method: 'POST',
        url: `/api/assistants/process?workflowKey=${workflowKey}`,
        headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
        payload: { revision: 1, language, answers, ...body },
      });
    return { result: json<SubmissionResult>(await post()), post };
  }
  const name = { elementId: 'name', type: 'input', value: 'Ida' };
  const email = (value: string) => ({ elementId: 'email', type: 'input', value });

  /** Sends a form and returns the path of the link in its mail. */
  async function sendAndFind(content?: boolean) {
    const to = newAddress();
    const { formId, processGuid } = await publishForm(content);
    const { result } = await send(processGuid, [name, email(to)]);
    const [mail] = await mails(to);
    return { formId, result, body: mail?.body ?? '', path: findPath(mail?.body ?? '') };
  }

  it('A form that says so mails a link without the answers, and names the masked address', async () => {
    const to = newAddress();
    const { processGuid } = await publishForm();
    const { result } = await send(processGuid, [name, email(to)], { language: 'en' });
    expect(result.copyTo).toBe('j•••@example.com');
    const [mail, ...others] = await mails(to);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ language: 'en', subject: 'Your answers to Kanzlei Test' });
    expect(mail?.body).toContain('Hello,\n\nYour answers have arrived at Kanzlei Test.');
    expect(mail?.body).toContain(`Reference number: ${result.reference}.`);
    expect(mail?.body).toContain('It is valid until 27 Nov 2026 and can be opened once.');
    expect(mail?.body).not.toMatch(/Ida|Unfall/);
    expect(findPath(mail?.body ?? '')).not.toBe('');
  });

  it('A link only asks when it is opened, and shows the answers once its button was pressed', async () => {
    const { path, result } = await sendAndFind();
    for (const _ of [1, 2]) {
      const asked = await get(path);
      expect([asked.statusCode, asked.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(asked.body).toMatch(/<form method="post" action="[^"]+"><button>Kopie öffnen</);
      expect(asked.body).toContain('<meta name="robots" content="noindex" />');
      expect(asked.body).not.toContain('Ida');
    }
    const confirmed = await confirm(path);
    expect([confirmed.statusCode, confirmed.headers['location']]).toEqual([303, path]);
    const cookie = readCookie(confirmed);
    const copy = await get(path, { cookie });
    expect([copy.statusCode, copy.headers['cache-control']]).toEqual([200, 'no-store']);
    for (const words of [
      '<h1>Unfall</h1>',
      `<dt>Vorgangsnummer</dt><dd>${result.reference}</dd>`,
      '<dt>Ihr Name</dt><dd>Ida</dd>',
      '<dt>Verletzt?</dt><dd>Keine Angabe</dd>',
    ])
      expect(copy.body).toContain(words);
    expect(copy.body).not.toContain('Das dauert nicht lange.');
  });

  it('The PDF of a copy is sent to the browser that has confirmed the link only', async () => {
    const { path } = await sendAndFind();
    const pdfPath = path.replace('/form-copy', '/form-copy/answers.pdf');
    const cookie = readCookie(await confirm(path));
    expect((await get(path, { cookie })).body).toContain(`href="${pdfPath}"`);
    const pdf = await get(pdfPath, { cookie });
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
    });
    const content = await getDocumentProxy(new Uint8Array(pdf.rawPayload));
    expect((await extractText(content, { mergePages: true })).text).toContain('Ihr Name Ida');
    const elsewhere = await get(pdfPath);
    expect([elsewhere.statusCode, elsewhere.headers['location']]).toEqual([303, path]);
  });

  it('A link is confirmed once; a second press of the same button within minutes is a retry', async () => {
    const { path, result } = await sendAndFind();
    const [one, other] = [await findAction(path), await findAction(path)];
    const pressed = await Promise.all([press(one), press(one)]);
    expect(pressed.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    const elsewhere = await press(other);
    expect([elsewhere.statusCode, readCookie(elsewhere)]).toEqual([410, '']);
    forms.server.clock.forward(copyLimits.retryMinutes * minute);
    expect((await press(one)).statusCode).toBe(410);
    const opened = await get(path);
    expect(opened.statusCode).toBe(410);
    expect(opened.body).toContain('Diese Kopie wurde schon geöffnet');
    expect(opened.body).toContain(result.reference);
  });

  it('A copy closes in its browser after half an hour', async () => {
    const { path } = await sendAndFind();
    const cookie = readCookie(await confirm(path));
    forms.server.clock.forward(copyLimits.openMinutes * minute - 1_000);
    expect((await get(path, { cookie })).body).toContain('Ida');
    forms.server.clock.forward(1_000);
    expect((await get(path, { cookie })).statusCode).toBe(410);
  });

  it('A cookie of one copy opens no other', async () => {
    const [own, other] = [await sendAndFind(), await sendAndFind()];
    const cookie = readCookie(await confirm(own.path));
    expect((await get(other.path, { cookie })).body).toContain('Kopie öffnen');
  });

  it('A forged or expired link opens nothing, nor one of a disabled firm', async () => {
    const { path } = await sendAndFind();
    const forged = path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace('=', '=A');
    for (const url of ['/form-copy', '/form-copy?key=abc', forged])
      expect([url, (await press(url)).statusCode]).toEqual([url, 404]);
    const { db } = forms.server.deps;
    const setDisabled = async (disabledAt: string | null) =>
      db.updateTable('accounts').set({ disabledAt }).execute();
    await setDisabled('2026-11-20T09:00:00.000Z');
    expect((await get(path)).statusCode).toBe(404);
    await setDisabled(null);
    forms.server.clock.forward(copyLimits.linkDays * day);
    const expired = await get(path, { 'accept-language': 'en' });
    expect(expired.statusCode).toBe(404);
    expect(expired.body).toContain('This link is not valid');
  });

  it('A link cannot be confirmed by the page of another site', async () => {
    const { path } = await sendAndFind();
    const foreign = await confirm(path, { 'sec-fetch-site': 'cross-site', accept: 'text/html' });
    expect([foreign.statusCode, readCookie(foreign)]).toEqual([403, '']);
    expect((await get(path)).statusCode).toBe(200);
  });

  it('A copy of a form that was withdrawn since can be opened', async () => {
    const { path, formId } = await sendAndFind();
    const withdrawn = await forms.server.app.inject({
      method: 'POST',
      url: `/provider/v1/forms/${formId}/withdraw`,
      headers: { 'x-api-key': forms.apiKey },
    });
    expect(withdrawn.statusCode).toBeLessThan(300);
    const cookie = readCookie(await confirm(path));
    expect((await get(path, { cookie })).body).toContain('Ida');
  });

  it('A form that allows it writes the answers into the mail, beside the link', async () => {
    const to = newAddress();
    const { processGuid } = await publishForm(true);
    const rows = [{ what: 'Fahrrad' }, { what: 'Helm' }];
    await send(processGuid, [name, email(to), { elementId: 'items', type: 'group', value: rows }]);
    const [mail] = await mails(to);
    expect(mail?.body).toContain(
      `Das haben Sie geschickt:\n\nIhr Name\nIda\n\nE-Mail\n${to}\n\nVerletzt?\nKeine Angabe\n\n` +
        'Gegenstände\n\nGegenstand 1\n\nWas?\nFahrrad\n\nGegenstand 2\n\nWas?\nHelm\n\n' +
        'Angaben ansehen:\n',
    );
  });

  it('Very long answers are behind the link only', async () => {
    const to = newAddress();
    const { processGuid } = await forms.publishForm({
      copy: { email: 'email', content: true },
      formElements: [
        { id: 'email', type: 'input', label: 'E-Mail', format: 'email', autocomplete: 'email' },
        ...Array.from({ length: 11 }, (_, index) => ({
          id: `text${index}`,
          type: 'textarea',
          label: `Text ${index}`,
          maxLength: 10_000,
        })),
      ],
    });
    const long = Array.from({ length: 11 }, (_, index) => ({
      elementId: `text${index}`,
      type: 'textarea',
      value: 'x'.repeat(10_000),
    }));
    await send(processGuid, [email(to), ...long]);
    const [mail] = await mails(to);
    expect(mail?.body).toContain('/form-copy?key=');
    expect(mail?.body).not.toContain('xxx');
  });

  it('Without an address, or with the field of bots filled in, no mail is sent', async () => {
    const { processGuid } = await publishForm();
    expect((await send(processGuid, [name])).result.copyTo).toBeNull();
    const to = newAddress();
    const bot = await send(processGuid, [name, email(to)], { honeypot: 'x' });
    expect([bot.result.copyTo, await mails(to)]).toEqual([null, []]);
  });

  it('A retried submission queues one mail and names its address again', async () => {
    const to = newAddress();
    const { processGuid } = await publishForm();
    const { result, post } = await send(processGuid, [name, email(to)], { key: 'k'.repeat(16) });
    expect(json<SubmissionResult>(await post())).toEqual(result);
    expect(await mails(to)).toHaveLength(1);
  });

  it('One mailbox gets five copies a day, however its address is written', async () => {
    const { processGuid } = await publishForm();
    const spellings = ['eva@example.com', 'Eva@Example.com', 'eva+a@example.com'];
    const sent: (string | null)[] = [];
    for (const to of [...spellings, ...spellings])
      sent.push((await send(processGuid, [name, email(to)])).result.copyTo);
    expect(sent.map((to) => to !== null)).toEqual([true, true, true, true, true, false]);
    forms.server.clock.forward(day);
    expect((await send(processGuid, [name, email('eva@example.com')])).result.copyTo).toBe(
      'e•••@example.com',
    );
  });

  it('A submission above the daily copies of its account is stored without a mail', async () => {
    const { server, accountId, listSubmissions } = forms;
    const { formId, processGuid } = await publishForm();
    server.clock.forward(day); // no other test has counted
    const earlier = copyLimits.perAccountPerDay - 1;
    await countAttempt(server.deps, buildAccountCounter(accountId), minutesPerDay, earlier);
    const [last, above] = [newAddress(), newAddress()];
    const sendTo = async (to: string) => (await send(processGuid, [name, email(to)])).result.copyTo;
    expect(await sendTo(last)).toBe('j•••@example.com');
    expect([await sendTo(above), await mails(above)]).toEqual([null, []]);
    expect(await listSubmissions(formId)).toHaveLength(2);
    server.clock.forward(day);
    expect(await sendTo(above)).toBe('j•••@example.com');
  });

  it('The thank-you page of a form without scripts names the address, also after a reload', async () => {
    const to = newAddress();
    const { processGuid } = await publishForm();
    const answer = await forms.post(processGuid, {
      [postedNames.language]: 'en',
      name: 'Ida',
      email: to,
    });
    const { receipt } = await forms.open(answer);
    const reloaded = await forms.openSent(String(answer.headers['location']));
    expect([receipt.copyTo, reloaded.receipt.copyTo]).toEqual([
      'j•••@example.com',
      'j•••@example.com',
    ]);
    expect((await mails(to))[0]).toMatchObject({ language: 'en' });
  });
});

it('The log has neither the address nor the key of a link', async () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  const forms = await openPostedForms({ appOptions: { logger } });
  const { processGuid } = await forms.publishForm(withCopy({ email: 'email', content: true }));
  await forms.post(processGuid, { name: 'Ida', email: 'jonas@example.com' });
  const [mail] = await listNewestMessages(forms.server.deps, 1);
  const [path = '', key = ''] = /\/form-copy\?key=([\w-]+)/.exec(mail?.body ?? '') ?? [];
  await forms.server.app.inject({ url: path });
  await forms.server.app.inject({ method: 'POST', url: path });
  await forms.close();
  const log = lines.join('');
  expect(log).toContain('"route":"/form-copy"');
  for (const secret of [key, 'jonas', 'Ida']) expect(log).not.toContain(secret);
});
