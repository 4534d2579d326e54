import type { StaffRole } from '#schemas/platform/endpoint.ts';
import type { Submission, SubmissionResult } from '#schemas/forms/assistants.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { BoardTask } from '#schemas/tasks/board.ts';
import type {
  ListedTask,
  NewTask,
  ProviderTask,
  TaskProcess,
  TaskStatus,
} from '#schemas/tasks/tasks.ts';
import type { PortalEvent } from '#schemas/events/events.ts';
import { startPractice, type createProvider } from './testCases.ts';
import type { OpenTestDatabase } from './testDatabase.ts';
import { addUser, json, publish, signIn, startTestServer, type TestServer } from './testServer.ts';

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

export type TaskWorld = Awaited<ReturnType<typeof startTaskWorld>>;

/** Starts a server with a provider that assigns tasks, and a client with a case. */
export async function startTaskWorld(open: OpenTestDatabase) {
  const server = await startTestServer({ open });
  const practice = await startPractice(server);
  const { caseId } = await practice.provider.openCase({
    header: 'Wasserschaden',
    userIds: [practice.userId],
  });
  return {
    server,
    practice,
    tasks: await assigner(server, practice),
    mine: createTasks(server, practice.accountId, practice.headers),
    caseId,
  };
}

/** Adds a second client to the case. */
export async function addSecondClient({
  server,
  practice: { accountId, userId, provider },
  caseId,
}: Pick<TaskWorld, 'server' | 'practice' | 'caseId'>) {
  const { id, email } = await addUser(server, [accountId]);
  await provider.call('PUT', `/cases/${caseId}`, {
    header: 'Wasserschaden',
    userIds: [userId, id],
  });
  return { userId: id, email, ...createTasks(server, accountId, await signIn(server, id)) };
}

/** Lists type and task of a client's events about tasks since the beginning. */
export async function listTaskEvents(
  { deps }: TestServer,
  userId: string,
): Promise<[string, string | undefined][]> {
  const rows = await deps.db
    .selectFrom('events')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  return rows
    .map(({ body }) => JSON.parse(body) as PortalEvent)
    .filter(({ type }) => type.startsWith('task'))
    .map(({ type, workflowId }) => [type, workflowId]);
}

/** Returns status and reason of a refused call. */
export const getReason = (answer: Parameters<typeof json>[0]) => [
  answer.statusCode,
  json(answer)['reason'],
];

export type BoardWorld = Awaited<ReturnType<typeof startBoardWorld>>;

/** Starts a server with a client's case and a published form for the tasks of a board. */
export async function startBoardWorld(open: OpenTestDatabase) {
  const server = await startTestServer({ open });
  const practice = await startPractice(server);
  const { caseId } = await practice.provider.openCase({
    header: 'Verkehrsunfall',
    userIds: [practice.userId],
  });
  const { formId } = await publish(server, practice.apiKey, {
    title: 'Vollmacht',
    formElements: [{ id: 'name', type: 'input', label: 'Name' }],
  });
  return { server, practice, caseId, formId };
}

/** Adds an employee of the provider, and of `others`, with calls of the board. */
export async function addEmployee(
  {
    server,
    practice: { accountId, provider },
  }: Pick<BoardWorld, 'server'> & {
    practice: Pick<BoardWorld['practice'], 'accountId' | 'provider'>;
  },
  role: StaffRole,
  ...others: string[]
) {
  const { id: userId } = await addUser(server, [accountId, ...others]);
  await provider.call('PUT', `/staff/${userId}`, { role });
  const headers = await signIn(server, userId);
  const call = (method: 'GET' | 'PUT', path = '', payload?: object) =>
    server.app.inject({
      method,
      url: `/api/v2.0/e.consult.${accountId}/board${path}`,
      headers,
      ...(payload ? { payload } : {}),
    });
  return {
    userId,
    headers,
    call,
    cards: async (): Promise<BoardTask[]> => json<{ items: BoardTask[] }>(await call('GET')).items,
    move: (workflowId: string, from: TaskStatus, to: TaskStatus) =>
      call('PUT', `/${workflowId}/status`, { from, to }),
  };
}
