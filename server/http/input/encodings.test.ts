import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderUser } from '#schemas/access/clients.ts';
import { postedNames } from '#schemas/forms/postedForms.ts';
import { createSetUpLink } from '#server/portal/setUp/link.ts';
import { accident, openPostedForms, type PostedForms } from '#server/testing/postedForms.ts';
import { buildPost } from '#server/testing/postedPages.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';

const client = { firstName: 'Jörg', lastName: 'Brändt', email: 'joerg@beispiel.example' };
/** Also the character that a lenient decoder replaces wrong bytes with: here it was typed. */
const typed = { ...client, lastName: 'Br\uFFFDndt' };
const toLatin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

let forms: PostedForms;
let server: TestServer;
beforeAll(async () => {
  forms = await openPostedForms();
  server = forms.server;
});
afterAll(() => forms.close());

const createUser = (payload: Buffer, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/provider/v1/users',
    headers: { 'x-api-key': forms.apiKey, 'content-type': 'application/json', ...headers },
    payload,
  });
const listUsers = async () =>
  (await forms.read<{ items: ProviderUser[] }>('/provider/v1/users')).items;

describe('bytes that are not UTF-8', () => {
  it('A JSON body with them is refused by its own reason, and nothing is stored', async () => {
    const answer = await createUser(toLatin1(JSON.stringify(client)));
    expect([answer.statusCode, json(answer)['reason']]).toEqual([400, 'invalidEncoding']);
    expect(await listUsers()).toEqual([]);
  });

  it('A replacement character that was sent as UTF-8 is stored as it is', async () => {
    const answer = await createUser(Buffer.from(JSON.stringify(typed)));
    expect(json(answer)).toMatchObject({ firstName: 'Jörg', lastName: 'Br\uFFFDndt' });
  });

  it('A JSON body may begin with a byte order mark', async () => {
    expect((await createUser(Buffer.from(`\uFEFF${JSON.stringify(client)}`))).statusCode).toBe(200);
  });

  it('A posted page of a form with them is refused, and nothing is stored', async () => {
    const { formId, processGuid } = await forms.publishForm(accident);
    const fields = { [postedNames.language]: 'de', [postedNames.revision]: '1' };
    const post = async (name: string, encode: (text: string) => Buffer) => {
      const { type, payload } = await buildPost({ ...fields, name: 'NAME' });
      return server.app.inject({
        method: 'POST',
        url: `/externalform/${processGuid}`,
        headers: { ...type, accept: 'text/html' },
        payload: encode(payload.toString().replace('NAME', name)),
      });
    };
    const refused = await post('Jörg', toLatin1);
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([
      400,
      'text/html; charset=utf-8',
    ]);
    expect(refused.body).toContain('UTF-8');
    expect(await forms.listSubmissions(formId)).toEqual([]);
    const { receipt } = await forms.open(await post('Jörg \uFFFD', (text) => Buffer.from(text)));
    expect(await forms.getAnswers(receipt.submissionId)).toMatchObject([{ value: 'Jörg \uFFFD' }]);
  });

  it.each([
    ['in its bytes', toLatin1('name=Brändt')],
    ['in its escapes', Buffer.from('name=Br%E4ndt')],
  ])('A posted set-up page with them %s is refused', async (_, payload) => {
    const empty = await startTestServer();
    const link = await createSetUpLink(empty.deps);
    const answer = await empty.app.inject({
      method: 'POST',
      url: new URL(link ?? '').pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
    expect([answer.statusCode, answer.body.includes('UTF-8')]).toEqual([400, true]);
    await empty.close();
  });
});

describe('compressed body', () => {
  it.each(['gzip', 'br', 'identity, gzip'])(
    'A body with the content encoding %s is refused, and the response says which is accepted',
    async (encoding) => {
      const payload = gzipSync(JSON.stringify(client));
      const answer = await createUser(payload, { 'content-encoding': encoding });
      expect([answer.statusCode, json(answer)['reason']]).toEqual([415, 'unsupportedMediaType']);
      expect(answer.headers['accept-encoding']).toBe('identity');
    },
  );

  it('An upload with a content encoding is refused instead of stored compressed', async () => {
    const { type, payload } = await buildPost({ File: new File(['ein Plan'], 'plan.txt') });
    const upload = (headers: Record<string, string>) =>
      server.app.inject({
        method: 'POST',
        url: '/provider/v1/files',
        headers: { 'x-api-key': forms.apiKey, ...type, ...headers },
        payload,
      });
    expect((await upload({})).statusCode).toBe(200);
    expect((await upload({ 'content-encoding': 'gzip' })).statusCode).toBe(415);
  });

  it('A posted page with a content encoding is refused', async () => {
    const { processGuid } = await forms.publishForm(accident);
    const answer = await forms.post(processGuid, { name: 'Ida' }, { 'content-encoding': 'gzip' });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      415,
      'text/html; charset=utf-8',
    ]);
  });

  it.each(['identity', 'Identity'])(
    'A body with the content encoding %s is read',
    async (encoding) => {
      const payload = Buffer.from(JSON.stringify(client));
      const answer = await createUser(payload, { 'content-encoding': encoding });
      expect(answer.statusCode).toBe(200);
    },
  );

  it('A request without a body may name a content encoding', async () => {
    const headers = { 'x-api-key': forms.apiKey, 'content-encoding': 'gzip' };
    const answer = await server.app.inject({ url: '/provider/v1/users', headers });
    expect(answer.statusCode).toBe(200);
  });
});
