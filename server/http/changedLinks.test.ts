import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formPageDataId, type FormPageData } from '#schemas/forms/assistants.ts';
import { createPageFolder, readPageData } from '#server/testing/postedPages.ts';
import {
  addAccount,
  createBrowser,
  publish,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

const folder = await createPageFolder();
let server: TestServer;
let processGuid: string;
beforeAll(async () => {
  server = await startTestServer({ appOptions: { webAppFolder: folder } });
  const { apiKey } = await addAccount(server);
  ({ processGuid } = await publish(server, apiKey, {
    title: 'Unfall',
    formElements: [
      { id: 'name', type: 'input', label: 'Name', prefill: 'm_name' },
      { id: 'mail', type: 'input', label: 'E-Mail', format: 'email', prefill: 'm_email' },
    ],
  }));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const open = (url: string) => createBrowser(server).open(url);

/** Requests a path as it is written; `inject` would take two slashes for a host. */
async function get(path: string): Promise<IncomingMessage> {
  const { port } = new URL(server.app.listeningOrigin);
  const sent = request({ host: '127.0.0.1', port, path, headers: { accept: 'text/html' } });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}

describe('a link that a mail program has changed', () => {
  it.each(['.', ')', '%3E', '%20', '%A0', '%E2%80%9D', '%', '%E2%80'])(
    'A form’s link with %s at its end is redirected once, and the form opens',
    async (end) => {
      const path = `/externalform/${processGuid}`;
      const answer = await open(`${path}${end}?ref=mail`);
      expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual(
        [302, `${path}?ref=mail`, 'no-store'],
      );
      const page = await open(`${path}?ref=mail`);
      expect(page.statusCode).toBe(200);
      expect(readPageData<FormPageData>(page, formPageDataId).here).toBe(path);
    },
  );

  it.each([
    ['/start/KEY.', '/start/KEY'],
    ['/form-copy?key=KEY)', '/form-copy?key=KEY'],
    ['/stop-notifications?key=KEY%3E', '/stop-notifications?key=KEY'],
    ['/akten/C/accounts/A?tab=tasks&amp;task=K', '/akten/C/accounts/A?tab=tasks&task=K'],
    ['//externalform/KEY', '/externalform/KEY'],
    ['//evil.example', '/evil.example'],
    ['//evil.example/%2E', '/evil.example'],
    ['/\\evil.example/.', '/evil.example'],
    ['///evil.example/%A0', '/evil.example'],
  ])('%s is redirected to %s', async (url, clean) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers.location]).toEqual([302, clean]);
  });

  it('Its prefill answers reach the page in UTF-8, with the plus of an e-mail address', async () => {
    const path = `/externalform/${processGuid}`;
    const answer = await open(`${path}?M_NAME=M%FCller&amp;m_email=a+b@c.example&ref=M%FCnchen`);
    const clean = String(answer.headers.location);
    expect(clean).toBe(`${path}?M_NAME=M%FCller&m_email=a+b@c.example&ref=M%FCnchen`);
    const page = readPageData<FormPageData>(await open(clean), formPageDataId);
    expect(page.prefill).toBe('m_name=M%C3%BCller&m_email=a%2Bb%40c.example');
  });

  it.each(['/api/v2.0/accounts.', '/provider/v1/users)', '/api/nothing?a=1&amp;b=2'])(
    'An address of the API is not redirected: %s',
    async (url) => {
      const { statusCode, headers } = await open(url);
      expect([statusCode >= 400, headers.location]).toEqual([true, undefined]);
    },
  );

  it('A posted page is not redirected, because its browser has opened the clean address', async () => {
    const answer = await createBrowser(server).postPage(`/externalform/${processGuid}.`, {});
    expect(answer.headers.location).toBeUndefined();
  });
});
