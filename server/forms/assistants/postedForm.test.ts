import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answeredPageDataId, type AnsweredPageData } from '#schemas/forms/assistants.ts';
import { dayMs, minuteMs } from '#schemas/platform/time.ts';
import { postedActions, postedNames } from '#schemas/forms/postedForms.ts';
import { postedLimits } from '#server/forms/limits.ts';
import { readPageData } from '#server/testing/postedPages.ts';
import {
  accident,
  openPostedForms,
  readPosted,
  textFile,
  type Fields,
  type PostedForms,
} from '#server/testing/postedForms.ts';

let forms: PostedForms;
beforeAll(async () => {
  forms = await openPostedForms();
});
afterAll(() => forms.close());

it('A page without scripts is stored like any submission, and leads to its receipt', async () => {
  const { formId, processGuid } = await forms.publishForm(accident);
  const answer = await forms.post(processGuid, {
    name: ' Ida ',
    sum: '6.482,17 Euro',
    photos: textFile('ein Plan'),
  });
  const { receipt } = await forms.open(answer);
  const [sent] = await forms.listSubmissions(formId);
  expect(sent).toMatchObject({ submissionId: receipt.submissionId, suspicions: [] });
  expect(await forms.getAnswers(receipt.submissionId)).toMatchObject([
    { elementId: 'name', value: 'Ida' },
    { elementId: 'sum', value: 6482.17 },
    { elementId: 'photos', value: [{ name: 'skizze.txt', extension: 'txt', size: 8 }] },
  ]);
});

it('The thank-you page of a page without scripts has its receipt in each language', async () => {
  const { processGuid } = await forms.publishForm(accident);
  const german = await forms.open(await forms.post(processGuid, { name: 'Ida' }));
  const query = `?language=en&receipt=${german.token}`;
  const english = await forms.openSent(`/externalform/${processGuid}/succeed${query}`);
  expect([german.language, english.language]).toEqual(['de', 'en']);
  expect(english.receipt).toEqual(german.receipt);
});

it('A wrong page is shown again with its answers, its files and all errors, and not stored anywhere', async () => {
  const { formId, processGuid } = await forms.publishForm(accident);
  const wrong = await forms.post(processGuid, {
    name: '',
    sum: 'viel',
    photos: textFile('ein Plan'),
  });
  expect([wrong.statusCode, wrong.headers['cache-control']]).toEqual([422, 'no-store']);
  const posted = readPosted(wrong);
  expect(posted.answers).toMatchObject({ sum: 'viel', photos: [{ name: 'skizze.txt' }] });
  expect(Object.values(posted.problem?.rules ?? {})).toMatchObject([
    { address: 'name', rule: 'required' },
    { address: 'sum', rule: 'type' },
  ]);
  expect(await forms.listSubmissions(formId)).toEqual([]);
  const right = await forms.post(processGuid, {
    [postedNames.state]: posted.state,
    name: 'Ida',
    sum: '',
  });
  const { receipt } = await forms.open(right);
  expect(await forms.getAnswers(receipt.submissionId)).toMatchObject([
    { elementId: 'name', value: 'Ida' },
    { elementId: 'photos', value: [{ name: 'skizze.txt' }] },
  ]);
});

it('A posted page is shown in another language with its answers and files', async () => {
  const { formId, processGuid } = await forms.publishForm(accident);
  const wrong = await forms.post(processGuid, { name: '', sum: '6.482,17', photos: textFile('a') });
  const english = await forms.post(processGuid, {
    [postedNames.state]: readPosted(wrong).state,
    [postedNames.action]: postedActions.setLanguage('en'),
    name: 'Ida',
    sum: '6.482,17',
  });
  expect(english.statusCode).toBe(200);
  expect(english.body).toContain('"language":"en"');
  const posted = readPosted(english);
  expect(posted.answers).toMatchObject({
    name: 'Ida',
    sum: 6482.17,
    photos: [{ name: 'skizze.txt' }],
  });
  expect(await forms.listSubmissions(formId)).toEqual([]);
  const sent = await forms.post(processGuid, {
    [postedNames.state]: posted.state,
    [postedNames.language]: 'en',
    name: 'Ida',
    sum: '6,482.17',
  });
  const { receipt } = await forms.open(sent);
  expect(await forms.getAnswers(receipt.submissionId)).toMatchObject([
    { value: 'Ida' },
    { value: 6482.17 },
    { value: [{ name: 'skizze.txt' }] },
  ]);
});

it('A file is removed by its checkbox', async () => {
  const { processGuid } = await forms.publishForm(accident);
  const { state, answers } = readPosted(
    await forms.post(processGuid, { name: '', photos: textFile('ein Plan') }),
  );
  const [file] = answers['photos'] as { entityId: string }[];
  const answer = await forms.post(processGuid, {
    [postedNames.state]: state,
    name: 'Ida',
    'photos-remove': file?.entityId ?? '',
  });
  const { receipt } = await forms.open(answer);
  expect(await forms.getAnswers(receipt.submissionId)).toMatchObject([{ elementId: 'name' }]);
});

it('A file of a wrong kind is refused at its element, and the form is not sent', async () => {
  const { processGuid } = await forms.publishForm(accident);
  const answer = await forms.post(processGuid, {
    name: 'Ida',
    photos: textFile('MZ', 'virus.exe'),
  });
  expect(answer.statusCode).toBe(422);
  const { rules, fields } = readPosted(answer).problem ?? {};
  expect(Object.values(rules ?? {})).toMatchObject([{ address: 'photos', rule: 'upload' }]);
  expect(Object.values(fields ?? {})[0]).toContain('virus.exe');
});

it('Questions that answers make visible are asked before the form is sent', async () => {
  const { processGuid } = await forms.publishForm(accident);
  const first = await forms.post(processGuid, { name: 'Ida', hurt: 'on' });
  expect([first.statusCode, readPosted(first)]).toMatchObject([
    200,
    { hasNewQuestions: true, answers: { name: 'Ida', hurt: true } },
  ]);
  const fields = { [postedNames.state]: readPosted(first).state, name: 'Ida', hurt: 'on' };
  const second = await forms.post(processGuid, { ...fields, who: '' });
  expect(Object.values(readPosted(second).problem?.rules ?? {})).toMatchObject([
    { address: 'who', rule: 'required' },
  ]);
  await forms.open(await forms.post(processGuid, { ...fields, who: 'Ich' }));
});

it('A page that was posted twice is one submission, also with files at the same time', async () => {
  const { formId, processGuid } = await forms.publishForm(accident);
  const fields = { name: 'Ida', photos: textFile('ein Plan') };
  const both = await Promise.all([
    forms.post(processGuid, fields),
    forms.post(processGuid, fields),
  ]);
  const again = await forms.post(processGuid, fields);
  const receipts = await Promise.all([...both, again].map(forms.open));
  expect(new Set(receipts.map(({ receipt }) => receipt.reference)).size).toBe(1);
  expect(await forms.listSubmissions(formId)).toHaveLength(1);
  await forms.open(await forms.post(processGuid, { name: 'Ole' }));
  expect(await forms.listSubmissions(formId)).toHaveLength(2);
  forms.server.clock.forward(minuteMs + 1);
  await forms.open(await forms.post(processGuid, fields)); // of another visitor
  expect(await forms.listSubmissions(formId)).toHaveLength(3);
});

it('Other answers after the submission are not stored, but shown with the time of the first', async () => {
  const { formId, processGuid } = await forms.publishForm(accident);
  const { state } = readPosted(await forms.post(processGuid, { name: '' }));
  const first = { [postedNames.state]: state, name: 'Ida' };
  const { receipt } = await forms.open(await forms.post(processGuid, first));
  forms.server.clock.forward(minuteMs);
  const late = await forms.post(processGuid, { [postedNames.state]: state, name: 'Ole', sum: '5' });
  expect([late.statusCode, late.headers['cache-control']]).toEqual([409, 'no-store']);
  expect(late.body).not.toContain('Ida');
  expect(readPageData<AnsweredPageData>(late, answeredPageDataId)).toMatchObject({
    here: `/externalform/${processGuid}`,
    answered: { accountName: 'Kanzlei Test', submittedAt: receipt.submittedAt },
    unsent: {
      formElement: { title: 'Unfall' },
      answers: [
        { elementId: 'name', value: 'Ole' },
        { elementId: 'sum', value: 5 },
      ],
    },
  });
  const again = await forms.open(await forms.post(processGuid, first));
  expect(again.receipt).toEqual(receipt);
  expect(await forms.listSubmissions(formId)).toHaveLength(1);
});

it('The honeypot of a page without scripts marks the submission', async () => {
  const { formId, processGuid } = await forms.publishForm(accident);
  await forms.open(
    await forms.post(processGuid, { name: 'Ida', [postedNames.honeypot]: 'https://x.example' }),
  );
  expect(await forms.listSubmissions(formId)).toMatchObject([
    { suspicions: ['hiddenFieldFilled'] },
  ]);
});

it('Pages are asked one after the other, Back keeps answers, and hidden pages are skipped', async () => {
  const { processGuid } = await forms.publishForm({
    pages: [
      {
        id: 'one',
        title: 'Eins',
        formElements: [
          { id: 'name', type: 'input', label: 'Name', required: true },
          { id: 'more', type: 'checkbox', label: 'Mehr' },
        ],
      },
      {
        id: 'two',
        title: 'Zwei',
        visibleWhen: { element: 'more', equals: true },
        formElements: [{ id: 'why', type: 'textarea', label: 'Warum?', required: true }],
      },
    ],
  });
  const step = async (fields: Fields, state?: string) =>
    readPosted(
      await forms.post(processGuid, state ? { [postedNames.state]: state, ...fields } : fields),
    );
  const refused = await step({ name: '' });
  expect([refused.page, Object.keys(refused.problem?.fields ?? {})]).toEqual([
    'one',
    ['/answers/0/value'],
  ]);
  expect((await step({ name: 'Ida' }, refused.state)).page).toBe('check-answers');
  const two = await step({ name: 'Ida', more: 'on' }, refused.state);
  expect(two.page).toBe('two');
  const back = await step(
    { why: 'erste\r\nzweite', [postedNames.action]: postedActions.back },
    two.state,
  );
  expect(back).toMatchObject({ page: 'one', answers: { name: 'Ida', why: 'erste\nzweite' } });
  const again = await step({ name: 'Ida', more: 'on' }, back.state);
  const review = await step({ why: 'erste\r\nzweite' }, again.state);
  expect(review.page).toBe('check-answers');
  const change = await step({ [postedNames.action]: postedActions.goTo('two') }, review.state);
  expect(change.page).toBe('two');
  const { receipt } = await forms.open(
    await forms.post(processGuid, { [postedNames.state]: review.state }),
  );
  expect(await forms.getAnswers(receipt.submissionId)).toMatchObject([
    { elementId: 'name', value: 'Ida' },
    { elementId: 'more', value: true },
    { elementId: 'why', value: 'erste\nzweite' },
  ]);
});

it('Rows of a group are added and removed', async () => {
  const { processGuid } = await forms.publishForm({
    formElements: [
      {
        id: 'people',
        type: 'group',
        label: 'Personen',
        min: 1,
        max: 2,
        formElements: [{ id: 'first', type: 'input', label: 'Vorname', required: true }],
      },
    ],
  });
  const act = async (action: string, fields: Fields) =>
    readPosted(await forms.post(processGuid, { [postedNames.action]: action, ...fields }));
  const two = await act(postedActions.addRow('people'), { 'people/0/first': 'Ida' });
  expect(two.answers).toEqual({ people: [{ first: 'Ida' }, {}] });
  const fields = {
    [postedNames.state]: two.state,
    'people/0/first': 'Ida',
    'people/1/first': 'Ole',
  };
  expect((await act(postedActions.addRow('people'), fields)).answers['people']).toHaveLength(2);
  expect((await act(postedActions.removeRow('people', 0), fields)).answers).toEqual({
    people: [{ first: 'Ole' }],
  });
  const { receipt } = await forms.open(await forms.post(processGuid, fields));
  expect(await forms.getAnswers(receipt.submissionId)).toMatchObject([
    { value: [{ first: 'Ida' }, { first: 'Ole' }] },
  ]);
});

it('A form that was published again meanwhile is shown before it is sent', async () => {
  const { formId, processGuid } = await forms.publishForm(accident);
  const answer = await forms.post(processGuid, { [postedNames.revision]: '7', name: 'Ida' });
  expect(answer.statusCode).toBe(409);
  const { failure, state } = readPosted(answer);
  expect(failure).toContain('geändert');
  expect(await forms.listSubmissions(formId)).toEqual([]);
  await forms.open(await forms.post(processGuid, { [postedNames.state]: state, name: 'Ida' }));
});

it.each([
  ['cross-site', 403, 0],
  ['same-site', 403, 0],
  ['same-origin', 303, 1],
  ['none', 303, 1],
])('A post with Sec-Fetch-Site %s gets %i', async (site, status, stored) => {
  const { formId, processGuid } = await forms.publishForm(accident);
  const answer = await forms.post(processGuid, { name: 'Ida' }, { 'sec-fetch-site': site });
  expect(answer.statusCode).toBe(status);
  expect(answer.body.includes('von einer anderen Website')).toBe(status === 403);
  expect(await forms.listSubmissions(formId)).toHaveLength(stored);
});

it('A form with a PIN is not taken without it', async () => {
  const { formId, processGuid } = await forms.publishForm(accident);
  const headers = { 'x-api-key': forms.apiKey };
  const url = `/provider/v1/forms/${formId}/pin`;
  await forms.server.app.inject({ method: 'POST', url, headers, payload: {} });
  const answer = await forms.post(processGuid, { name: 'Ida' });
  expect([answer.statusCode, answer.headers['location']]).toEqual([
    303,
    `/externalform/${processGuid}`,
  ]);
});

it('A state of another form is not accepted', async () => {
  const one = await forms.publishForm(accident);
  const other = await forms.publishForm(accident);
  const { state } = readPosted(await forms.post(one.processGuid, { name: '' }));
  const answer = await forms.post(other.processGuid, { [postedNames.state]: state, name: 'Ida' });
  expect([answer.statusCode, readPosted(answer).answers]).toEqual([410, { name: 'Ida' }]);
  const submissions = await Promise.all(
    [one, other].map((form) => forms.listSubmissions(form.formId)),
  );
  expect(submissions).toEqual([[], []]);
});

it('A page that was open for too long comes back without its files before it can be sent', async () => {
  const { formId, processGuid } = await forms.publishForm(accident);
  const first = readPosted(
    await forms.post(processGuid, { name: '', photos: textFile('ein Plan') }),
  );
  forms.server.clock.forward((postedLimits.stateDays + 1) * dayMs);
  const late = await forms.post(processGuid, { [postedNames.state]: first.state, name: 'Ida' });
  const { answers, failure, state } = readPosted(late);
  expect([late.statusCode, answers]).toEqual([410, { name: 'Ida' }]);
  expect(failure).toContain('zu lange offen');
  expect(await forms.listSubmissions(formId)).toEqual([]);
  await forms.open(await forms.post(processGuid, { [postedNames.state]: state, name: 'Ida' }));
  expect(await forms.listSubmissions(formId)).toHaveLength(1);
});

it('Answers that cannot be stored come back with the failure, and can be sent later', async () => {
  const { db } = forms.server.deps;
  const { formId, processGuid } = await forms.publishForm(accident);
  await sql`create trigger refuse before insert on submissions
    begin select raise(abort, 'refused'); end`.execute(db);
  const failed = await forms.post(processGuid, { name: 'Ida', photos: textFile('ein Plan') });
  await sql`drop trigger refuse`.execute(db);
  const { answers, failure, state } = readPosted(failed);
  expect(failed.statusCode).toBe(500);
  expect(failure).toContain('schiefgegangen');
  expect(answers).toMatchObject({ name: 'Ida', photos: [{ name: 'skizze.txt' }] });
  expect(await forms.listSubmissions(formId)).toEqual([]);
  await forms.open(await forms.post(processGuid, { [postedNames.state]: state, name: 'Ida' }));
  expect(await forms.listSubmissions(formId)).toHaveLength(1);
});
