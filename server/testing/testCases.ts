import sharp from 'sharp';
import type { CaseSummary, NewCase, ProviderCase } from '#schemas/cases/cases.ts';
import type {
  Message,
  NewProviderMessage,
  ProviderMessage,
  Timeline,
} from '#schemas/cases/messages.ts';
import { addAccount, addUser, json, signIn, type TestServer } from './testServer.ts';

/** Creates a provider with cases of one logged-in client. */
export async function startPractice(server: TestServer) {
  const { accountId, apiKey } = await addAccount(server);
  const { id: userId } = await addUser(server, [accountId]);
  const headers = await signIn(server, userId);
  const provider = createProvider(server, apiKey);
  const client = createClient(server, accountId, headers);
  return { accountId, apiKey, userId, headers, provider, client };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

/** Calls the provider API with a key. */
const createCall =
  ({ app }: TestServer, apiKey: string) =>
  (method: Method, path: string, payload?: object, idempotencyKey?: string) =>
    app.inject({
      method,
      url: `/provider/v1${path}`,
      headers: {
        'x-api-key': apiKey,
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(payload ? { payload } : {}),
    });

/** Uploads a file of the provider. */
export async function uploadAsProvider(
  { app }: TestServer,
  apiKey: string,
  fileName: string,
  content: Buffer,
): Promise<string> {
  const payload = Buffer.concat([
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="File"; filename="${fileName}"\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const sent = await app.inject({
    method: 'POST',
    url: '/provider/v1/files',
    headers: { 'x-api-key': apiKey, 'content-type': 'multipart/form-data; boundary=b' },
    payload,
  });
  return json<{ fileuploadId: string }>(sent).fileuploadId;
}

/** A client of the provider API. */
export function createProvider(server: TestServer, apiKey: string) {
  const call = createCall(server, apiKey);
  const upload = (fileName: string, content: Buffer) =>
    uploadAsProvider(server, apiKey, fileName, content);
  return {
    call,
    upload,
    /** Uploads a colour image, and a logo in it. */
    setLook: async (primaryColor: string): Promise<void> => {
      await call('PUT', '/look', {
        primaryColor,
        secondaryColor: primaryColor,
        welcomeHeadline: '',
        welcomeText: '',
        footerLinks: [],
      });
      await call('PUT', '/logo', {
        fileId: await upload(
          'logo.png',
          await sharp({ create: { width: 40, height: 20, channels: 3, background: primaryColor } })
            .png()
            .toBuffer(),
        ),
      });
    },
    openCase: async (wanted: NewCase): Promise<ProviderCase> =>
      json(await call('POST', '/cases', wanted)),
    addFolder: async (caseId: string, name: string, parentId?: string): Promise<string> =>
      json<{ folderId: string }>(
        await call('POST', `/cases/${caseId}/folders`, { name, ...(parentId ? { parentId } : {}) }),
      ).folderId,
    write: async (
      caseId: string,
      message: Partial<NewProviderMessage> = {},
    ): Promise<ProviderMessage> =>
      json(
        await call('POST', `/cases/${caseId}/messages`, {
          header: 'Betreff',
          text: 'Text',
          ...message,
        }),
      ),
  };
}

/** A client's browser, within one account. */
export function createClient(
  { app }: TestServer,
  accountId: string,
  headers: Record<string, string>,
) {
  const call = (method: Method, path: string, payload?: object, idempotencyKey?: string) =>
    app.inject({
      method,
      url: `/api/v2.0/e.consult.${accountId}/akten${path}`,
      headers: { ...headers, ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}) },
      ...(payload ? { payload } : {}),
    });
  return {
    call,
    cases: async (query = ''): Promise<CaseSummary[]> =>
      json<{ akten: { akten: CaseSummary[] }[] }>(await call('GET', query)).akten.flatMap(
        ({ akten }) => akten,
      ),
    case: async (id: string): Promise<CaseSummary> => json(await call('GET', `/${id}`)),
    timeline: async (id: string, query = ''): Promise<Timeline> =>
      json(await call('GET', `/timeline/${id}${query}`)),
    send: async (
      id: string,
      message: { Header?: string; TextContent?: string; UploadIds?: string[] } = {},
      idempotencyKey?: string,
    ): Promise<Message> =>
      json(
        await call(
          'POST',
          `/${id}/messages`,
          { Header: 'Frage', TextContent: 'Wie geht es weiter?', ...message },
          idempotencyKey,
        ),
      ),
    read: async (id: string, messageId: string): Promise<{ message: Message; akte: CaseSummary }> =>
      json(await call('POST', `/${id}/messages/${messageId}/read`)),
  };
}
