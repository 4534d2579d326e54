import { addAccount, type TestServer } from '#server/testing/testServer.ts';
import { createBrowser, type Body } from './browser.ts';
import { get } from './samples.ts';

type Method = 'get' | 'post' | 'put' | 'delete';

/** One provider: its ids, its API, and what it does with it. */
export type Account = Awaited<ReturnType<typeof addProvider>>;

/** Creates the caller of a provider's API. It throws for anything but success. */
function createCall(origin: string, apiKey: string) {
  const headers = { 'x-api-key': apiKey };
  const browser = createBrowser(origin);
  return async (method: Method, path: string, body?: object): Promise<Body> => {
    const url = `/provider/v1${path}`;
    const answer = await (method === 'get' || method === 'delete'
      ? browser[method](url, { headers })
      : browser[method](url, body, { headers }));
    if (answer.status !== 200) throw new Error(`${method} ${url}: ${answer.bytes.toString()}`);
    return answer.body;
  };
}

/** Adds a provider under a public key. */
export async function addProvider(
  server: TestServer,
  origin: string,
  key: string,
  texts: { terms?: string; privacy?: string } = {},
) {
  const { accountId, apiKey } = await addAccount(server, {
    uniqueKey: key,
    name: `Kanzlei ${key}`,
    shortName: key,
    ...texts,
  });
  return { accountId, apiKey, key, provider: createCall(origin, apiKey) };
}

/** Opens a case of one client. */
export async function openCase(
  { userId, account }: { userId: string; account: Account },
  more: object = {},
): Promise<string> {
  const made = await account.provider('post', '/cases', {
    header: 'Verkehrsunfall Brandt',
    userIds: [userId],
    ...more,
  });
  return get(made, 'caseId');
}

/** Writes a message to a case. */
export async function write(account: Account, caseId: string, more: object = {}): Promise<string> {
  const made = await account.provider('post', `/cases/${caseId}/messages`, {
    header: 'Gutachten',
    text: 'Das Gutachten ist da.',
    ...more,
  });
  return get(made, 'messageId');
}

/** Creates and publishes a form. */
export async function publish(
  account: Account,
  definition: object,
): Promise<{ formId: string; processGuid: string }> {
  const made = await account.provider('post', '/forms', { definition });
  await account.provider('post', `/forms/${get(made, 'formId')}/publish`);
  return { formId: get(made, 'formId'), processGuid: get(made, 'processGuid') };
}
