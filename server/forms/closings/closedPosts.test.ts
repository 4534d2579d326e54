import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClosedPageData } from '#schemas/forms/assistants.ts';
import type { ClosingSettings } from '#schemas/forms/closings.ts';
import { postedNames } from '#schemas/forms/postedForms.ts';
import {
  accident,
  openPostedForms,
  readPosted,
  textFile,
  type PostedForms,
} from '#server/testing/postedForms.ts';

let forms: PostedForms;
beforeAll(async () => {
  forms = await openPostedForms();
});
afterAll(() => forms.close());

const text = 'Die Frist ist **vorbei**.';
const inEnglish = { [postedNames.language]: 'en' };

async function close(formId: string, payload: ClosingSettings): Promise<void> {
  const closed = await forms.server.app.inject({
    method: 'PUT',
    url: `/provider/v1/forms/${formId}/closing`,
    headers: { 'x-api-key': forms.apiKey },
    payload,
  });
  expect(closed.statusCode).toBe(200);
}

it.each([
  ['without a file', {}],
  ['with a file', { photos: textFile('ein Plan') }],
])('A first page %s that is posted to a closed form gets its text', async (_name, fields) => {
  const { formId, processGuid } = await forms.publishForm(accident);
  await close(formId, { isClosed: true, text });
  const page = await forms.post(processGuid, { ...inEnglish, name: 'Ida', ...fields });
  expect(page.statusCode).toBe(410);
  const [, data = ''] = /id="closed-page-data">(.*?)<\/script>/s.exec(page.body) ?? [];
  expect(JSON.parse(data) as ClosedPageData).toMatchObject({
    here: `/externalform/${processGuid}`,
    language: 'en',
    closed: { text },
  });
});

it('A form that was posted before it was closed can be corrected and sent', async () => {
  const { formId, processGuid } = await forms.publishForm(accident);
  const wrong = await forms.post(processGuid, { name: '' });
  expect(wrong.statusCode).toBe(422);
  await close(formId, { isClosed: true });
  const { state } = readPosted(wrong);
  const sent = await forms.post(processGuid, { [postedNames.state]: state, name: 'Ida' });
  expect((await forms.open(sent)).thanks.isFormOpen).toBe(false);
});

it('A form without a place left is shown again with its answers and the reason', async () => {
  const { formId, processGuid } = await forms.publishForm(accident);
  // other fields make them pages of three visitors
  const opened = [];
  for (const sum of ['a', 'b', 'c']) opened.push(await forms.post(processGuid, { name: '', sum }));
  await close(formId, { maxSubmissions: 1 });
  const answers = [];
  for (const page of opened) {
    const fields = { ...inEnglish, [postedNames.state]: readPosted(page).state, name: 'Ida' };
    answers.push(await forms.post(processGuid, { ...fields, sum: '1' }));
  }
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 410]);
  const [, , refused] = answers;
  expect(refused && readPosted(refused)).toMatchObject({
    answers: { name: 'Ida' },
    failure: 'This form is closed. It takes no more answers.',
  });
});
