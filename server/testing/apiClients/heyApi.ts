import { client } from './generated/client.gen.ts';
import {
  assignTask,
  createCase,
  createForm,
  createMessage,
  createUser,
  getForm,
  listMessages,
  listProviderTasks,
  publishForm,
} from './generated/sdk.gen.ts';

/** Plays the story with the functions of @hey-api/openapi-ts. */
export async function playStory(baseUrl: string, apiKey: string, email: string) {
  client.setConfig({ baseUrl, headers: { 'X-Api-Key': apiKey } });
  const form = await createForm({
    body: {
      definition: {
        title: { de: 'Rückruf', en: 'Call back' },
        formElements: [{ id: 'phone', type: 'input', label: 'Telefon' }],
      },
      visibility: 'internal',
    },
    throwOnError: true,
  });
  const { formId } = form.data;
  const published = await publishForm({ path: { formId }, throwOnError: true });
  const user = await createUser({
    headers: { 'Idempotency-Key': `client-${email}` },
    body: { firstName: 'Miriam', lastName: 'Castillo', email, language: 'de' },
    throwOnError: true,
  });
  const opened = await createCase({
    body: { header: 'Brandt ./. Alster', userIds: [user.data.userId] },
    throwOnError: true,
  });
  const path = { caseId: opened.data.caseId };
  await createMessage({
    path,
    body: { header: 'Gutachten', text: 'Es liegt vor.', fileIds: [] },
    throwOnError: true,
  });
  await assignTask({ path, body: { formId }, throwOnError: true });
  const messages = await listMessages({ path, throwOnError: true });
  const tasks = await listProviderTasks({ query: path, throwOnError: true });
  const unknown = await getForm({ path: { formId: 'unknown-form' } });
  return {
    state: published.data.state,
    texts: messages.data.items.map(({ text }) => text),
    tasks: tasks.data.items.length,
    reason: unknown.error?.reason,
  };
}
