import { createHash } from 'node:crypto';
import { webKeys } from '#server/testing/testServer.ts';
import type { Firm, Headers } from './firm.ts';

type Workflow = { accessToken: string; workflowKey: string };

/** Calls a server that may be away. */
export type Caller = {
  firm: Firm;
  caseId: string;
  getAddress: () => string;
  client: Headers;
  program: Headers;
  /** Opened forms, kept like in a browser: a retry answers the same one. */
  workflows: Map<string, Workflow>;
  /** Statuses that no outage explains. */
  wrongStatuses: string[];
};

type Call = { headers: Headers; method?: 'GET' | 'POST'; body?: object | FormData; key?: string };

/** Returns an address that no other write has, because calls are limited per address. */
function pickAddress(key: string): string {
  const [first = 0, second = 0, third = 0] = createHash('sha256').update(key).digest();
  return `10.${first}.${second}.${third}`;
}

/** Returns the response, or undefined while the server or its database is away. */
export async function call<T>(
  caller: Caller,
  path: string,
  { headers, method = 'POST', body, key = '' }: Call,
): Promise<T | undefined> {
  const isForm = body instanceof FormData;
  try {
    const response = await fetch(`${caller.getAddress()}${path}`, {
      method,
      headers: {
        ...headers,
        'x-forwarded-for': pickAddress(key),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text) as T;
    if (response.status !== 503 && response.status !== 429)
      caller.wrongStatuses.push(`${response.status} of ${path}: ${text.slice(0, 200)}`);
  } catch {
    // the connection broke
  }
  return undefined;
}

const clientRoot = ({ firm }: Caller): string => `/api/v2.0/e.consult.${firm.accountId}/akten`;
export const getTimelinePath = (caller: Caller, caseId: string): string =>
  `${clientRoot(caller)}/timeline/${caseId}?Size=-1`;
export const getCasePath = (caller: Caller, caseId: string): string =>
  `${clientRoot(caller)}/${caseId}`;

/** The content of a write's file. */
export const makeContent = (key: string): string => `${key}\n`.repeat(2_000);

async function upload(caller: Caller, key: string): Promise<string | undefined> {
  const body = new FormData();
  body.set('Name', `${key}.txt`);
  body.set('File', new Blob([makeContent(key)]), `${key}.txt`);
  const stored = await call<{ files: { fileuploadId: string }[] }>(
    caller,
    '/api/v2.0/files/upload',
    { headers: caller.client, body, key: `${key}-file` },
  );
  return stored?.files[0]?.fileuploadId;
}

async function sendMessage(caller: Caller, key: string, fileIds: string[] = []) {
  const sent = await call<{ id: string }>(
    caller,
    `${clientRoot(caller)}/${caller.caseId}/messages`,
    {
      headers: caller.client,
      body: { Header: key, TextContent: 'Wie geht es weiter?', UploadIds: fileIds },
      key,
    },
  );
  return sent?.id;
}

async function writeAsFirm(caller: Caller, key: string): Promise<string | undefined> {
  const body = { header: key, text: 'Guten Tag', creatorName: 'Selin Aydın' };
  const path = `/provider/v1/cases/${caller.caseId}/messages`;
  const written = await call<{ messageId: string }>(caller, path, {
    headers: caller.program,
    body,
    key,
  });
  return written?.messageId;
}

async function openForm(caller: Caller, key: string): Promise<Workflow | undefined> {
  const opened = await call<Workflow>(caller, '/api/authenticate/adhoc/workflow', {
    headers: webKeys,
    body: { key: caller.firm.processGuid },
    key: `${key}-workflow`,
  });
  if (opened) caller.workflows.set(key, opened);
  return opened;
}

async function submit(caller: Caller, key: string): Promise<string | undefined> {
  const opened = caller.workflows.get(key) ?? (await openForm(caller, key));
  if (!opened) return undefined;
  const sent = await call<{ submissionId: string }>(
    caller,
    `/api/assistants/process?workflowKey=${opened.workflowKey}`,
    {
      headers: { ...webKeys, authorization: `Bearer ${opened.accessToken}` },
      body: {
        revision: 1,
        language: 'de',
        answers: [{ elementId: 'name', type: 'input', value: key }],
      },
      key,
    },
  );
  return sent?.submissionId;
}

type Send = (caller: Caller, key: string) => Promise<string | undefined>;

/** Writes by kind. Each returns the id of what it stored, or undefined without a response. */
export const writes = {
  message: (caller: Caller, key: string) => sendMessage(caller, key),
  async messageWithFile(caller: Caller, key: string) {
    const fileId = await upload(caller, key);
    return fileId === undefined ? undefined : sendMessage(caller, key, [fileId]);
  },
  unreadMessage: writeAsFirm,
  async readMessage(caller: Caller, key: string) {
    const id = await writeAsFirm(caller, key);
    if (id === undefined) return undefined;
    const path = `${clientRoot(caller)}/${caller.caseId}/messages/${id}/read`;
    const marked = await call<object>(caller, path, { headers: caller.client, key: `${key}-read` });
    return marked && id;
  },
  submission: submit,
  async openedCase(caller: Caller, key: string) {
    const body = { header: key, userIds: [caller.firm.userId] };
    const opened = await call<{ caseId: string }>(caller, '/provider/v1/cases', {
      headers: caller.program,
      body,
      key,
    });
    return opened?.caseId;
  },
} satisfies Record<string, Send>;

export type WriteKind = keyof typeof writes;
/** `id` is undefined while the write is not acknowledged. */
export type Write = { kind: WriteKind; key: string; id?: string | undefined };
