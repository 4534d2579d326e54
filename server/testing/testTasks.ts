import type { Submission, SubmissionResult } from '#schemas/assistants.ts';
import type { FormDefinition } from '#schemas/forms.ts';
import type { ListedTask, NewTask, ProviderTask, TaskProcess } from '#schemas/tasks.ts';
import type { providerOf } from './testCases.ts';
import { json, publish, type TestServer } from './testServer.ts';

export const damageForm: FormDefinition = {
  title: { de: 'Schadensmeldung', en: 'Claim' },
  formElements: [{ id: 'name', type: 'input', label: 'Name', required: true }],
};

/** A provider that assigns tasks, all with one form, to cases of its own. */
export async function assigner(
  server: TestServer,
  { apiKey, provider }: { apiKey: string; provider: ReturnType<typeof providerOf> },
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

/** What a client's browser does with tasks, within one account. */
export function tasksOf({ app }: TestServer, accountId: string, headers: Record<string, string>) {
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
