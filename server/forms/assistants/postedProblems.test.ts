import { expect, it } from 'vitest';
import { callLimits } from '#schemas/platform/limits.ts';
import { accident, openPostedForms, type PostedForms } from '#server/testing/postedForms.ts';

type Answer = Awaited<ReturnType<PostedForms['post']>>;
const readTitle = ({ body }: Answer) =>
  /<html lang="(\w+)">.*<h1>(.*?)<\/h1>/s.exec(body)?.slice(1);
const production = {
  mode: 'production',
  env: { PUBLIC_URL: 'https://portal.example' },
} as const;
const german = ['de', 'Da ist etwas schiefgegangen'];
const english = ['en', 'Something went wrong'];

it('A post above the rate limit gets a page in the language of the form', async () => {
  const forms = await openPostedForms(production);
  const { formId, processGuid } = await forms.publishForm(accident);
  for (let sent = 0; sent < callLimits.submissionsPerMinute; sent += 1)
    await forms.post(processGuid, { name: '' });
  const refused = (query: string, language: string) =>
    forms.post(processGuid, { name: 'Ida' }, { 'accept-language': language }, query);
  const [ofForm, ofBrowser, other] = await Promise.all([
    refused('?language=en', 'de'),
    refused('', 'en-GB'),
    refused('?language=fr', 'fr'),
  ]);
  const { statusCode, headers, body } = ofForm;
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    429,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(body).toContain('Reload this page in a minute');
  expect([ofForm, ofBrowser, other].map(readTitle)).toEqual([english, english, german]);
  expect(await forms.listSubmissions(formId)).toEqual([]);
  await forms.close();
});

it('Opened pages do not count towards the rate limit of posts', async () => {
  const forms = await openPostedForms(production);
  const { processGuid } = await forms.publishForm(accident);
  for (let opened = 0; opened <= callLimits.submissionsPerMinute; opened += 1)
    await forms.server.app.inject({ url: `/externalform/${processGuid}` });
  await forms.open(await forms.post(processGuid, { name: 'Ida' }));
  await forms.close();
});

it('A post to a form that is gone, or of another site, gets a page without a retry', async () => {
  const forms = await openPostedForms();
  const { processGuid } = await forms.publishForm(accident);
  const answers = await Promise.all([
    forms.post('no-form-has-this', { name: 'Ida' }),
    forms.post(processGuid, { name: 'Ida' }, { 'sec-fetch-site': 'cross-site' }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 403]);
  expect(answers.map(readTitle)).toEqual([german, german]);
  expect(answers.map(({ body }) => body.includes('neu'))).toEqual([false, false]);
  await forms.close();
});
