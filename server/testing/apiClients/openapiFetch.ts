import createClient from 'openapi-fetch';
import type { paths } from './provider.ts';

/** Plays the story with the types of openapi-typescript. */
export async function playStory(baseUrl: string, apiKey: string, email: string) {
  const client = createClient<paths>({ baseUrl, headers: { 'X-Api-Key': apiKey } });
  const form = await client.POST('/provider/v1/forms', {
    body: {
      definition: {
        title: { de: 'Rückruf', en: 'Call back' },
        formElements: [{ id: 'phone', type: 'input', label: 'Telefon' }],
      },
      visibility: 'internal',
    },
  });
  if (!form.data) throw new Error(form.error.reason);
  const { formId } = form.data;
  const published = await client.POST('/provider/v1/forms/{formId}/publish', {
    params: { path: { formId } },
  });
  const user = await client.POST('/provider/v1/users', {
    params: { header: { 'Idempotency-Key': `client-${email}` } },
    body: { firstName: 'Miriam', lastName: 'Castillo', email, language: 'de' },
  });
  if (!user.data) throw new Error(user.error.reason);
  const opened = await client.POST('/provider/v1/cases', {
    body: { header: 'Brandt ./. Alster', userIds: [user.data.userId] },
  });
  if (!opened.data) throw new Error(opened.error.reason);
  const path = { caseId: opened.data.caseId };
  await client.POST('/provider/v1/cases/{caseId}/messages', {
    params: { path },
    body: { header: 'Gutachten', text: 'Es liegt vor.', fileIds: [] },
  });
  await client.POST('/provider/v1/cases/{caseId}/tasks', { params: { path }, body: { formId } });
  const messages = await client.GET('/provider/v1/cases/{caseId}/messages', { params: { path } });
  const tasks = await client.GET('/provider/v1/tasks', { params: { query: path } });
  const unknown = await client.GET('/provider/v1/forms/{formId}', {
    params: { path: { formId: 'unknown-form' } },
  });
  return {
    state: published.data?.state,
    texts: messages.data?.items.map(({ text }) => text),
    tasks: tasks.data?.items.length,
    reason: unknown.error?.reason,
  };
}
