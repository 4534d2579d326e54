import { expectAlike, expectProblem, type Answer, type Body } from './browser.ts';
import type { Client } from './people.ts';
import type { Fact, Portal } from './portal.ts';
import { get, nobodysId } from './samples.ts';

export const below = ({ account }: Pick<Client, 'account'>, path = ''): string =>
  `/api/v2.0/e.consult.${account.accountId}/akten${path}`;
export const readCases = (body: Body): Record<string, unknown>[] =>
  get<{ akten: Record<string, unknown>[] }[]>(body, 'akten').flatMap(({ akten }) => akten);

/** A visitor is 401, and a case of others is 404 like an unknown one. */
export const refusesOthers = (path: string, method: 'get' | 'post' | 'delete' = 'get'): Fact => [
  'A visitor is 401, and a case of others 404 like an unknown one',
  async ({ client, stranger, openCase, write, visit }) => {
    const theirs = await openCase(stranger);
    const messageId = await write(theirs, {}, stranger.account);
    const message = { Header: 'Frage', TextContent: 'Wann?' };
    const at = (caseId: string) =>
      below(client, path.replace('{akte}', caseId).replace('{id}', messageId));
    const call = (by: Client['browser'], caseId: string): Promise<Answer> =>
      method === 'post' ? by.post(at(caseId), message) : by[method](at(caseId));
    expectProblem(await call(visit(), theirs), 401, 'unauthorized');
    const foreign = await call(client.browser, theirs);
    expectProblem(foreign, 404, 'notFound');
    expectAlike(foreign, await call(client.browser, nobodysId));
    const through = below(stranger, path.replace('{akte}', theirs).replace('{id}', messageId));
    const elsewhere = await (method === 'post'
      ? client.browser.post(through, message)
      : client.browser[method](through));
    expectProblem(elsewhere, 404);
  },
];

/** A case with messages in time order, one of them in a folder. */
export async function fillCase({ client, account, openCase, write, forward }: Portal, count = 3) {
  const caseId = await openCase(client);
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    forward(1); // messages of one instant have no order
    ids.push(await write(caseId, { header: `Nachricht ${number}` }));
  }
  const { folderId } = await account.provider('post', `/cases/${caseId}/folders`, {
    name: 'Gutachten',
  });
  const inFolder = await write(caseId, { header: 'Im Ordner', folderId });
  return { caseId, ids, folderId: String(folderId), inFolder };
}

export const readHeaders = (body: Body): unknown[] =>
  get<{ header: string }[]>(body, 'messages', 'timeline').map(({ header }) => header);
