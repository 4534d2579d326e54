import type { Submission, SubmissionResult } from '#schemas/forms/assistants.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { ListedTask, NewTask, ProviderTask, TaskProcess } from '#schemas/tasks/tasks.ts';
import type { createProvider } from './testCases.ts';
import { json, publish, type TestServer } from './testServer.ts';

export const damageForm: FormDefinition = {
  title: { de: 'Schadensmeldung', en: 'Claim' },
  formElements: [{ id: 'name', type: 'input', label: 'Name', required: true }],
};

/** Creates a provider that assigns tasks with one form to its cases. */
export async function assigner(
  server: TestServer,
  { apiKey, provider }: { apiKey: string; provider: ReturnType<typeof createProvider> },
  definition = damageForm,
) {
  const { formId } = await publish(server, apiKey, definition);
  return {
    formId,
    assign: async (caseId: string, wanted: Partial<NewTask> = {}): Promise<ProviderTask> =>
      json(await provider.call('POST', `/cases/${caseId}/tasks`, { formId, ...wanted })),
    read: async (workflowId: string): Promise<ProviderTask> =>
      json(await provider.call('GET', `/tasks/${workflowId}`)),
  };
}

/** A client's calls of tasks, within one account. */
export function createTasks(
  { app }: TestServer,
  accountId: string,
  headers: Record<string, string>,
) {
  const address = `/api/e.consult.${accountId}/assistants`;
  const get = (path: string, language = 'de') =>
    app.inject({ url: `${address}${path}`, headers: { ...headers, 'accept-language': language } });
  const answer = (
    workflowKey: string,
    { idempotencyKey, ...told }: Partial<Submission> & { idempotencyKey?: string } = {},
  ) =>
    app.inject({
      method: 'POST',
      url: `${address}/process?workflowKey=${workflowKey}`,
      headers: { ...headers, ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}) },
      payload: {
        revision: 1,
        language: 'de',
        answers: [{ elementId: 'name', type: 'input', value: 'Miriam Castillo' }],
        ...told,
      },
    });
  return {
    get,
    answer,
    list: async (caseId: string): Promise<ListedTask[]> =>
      json<{ workflows: ListedTask[] }>(await get(`/processes/${caseId}`)).workflows,
    open: async (workflowKey: string): Promise<TaskProcess> =>
      json(await get(`/process?workflowKey=${workflowKey}`)),
    answered: async (...given: Parameters<typeof answer>): Promise<SubmissionResult> =>
      json(await answer(...given)),
  };
}
