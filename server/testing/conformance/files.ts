import { expect } from 'vitest';
import { expectAlike, expectAnswer, expectProblem, type Answer, type Browser } from './browser.ts';
import type { Facts, Portal } from './portal.ts';
import { eicar, get, nobodysId, note, picture } from './samples.ts';

const uploadUrl = '/api/v2.0/files/upload';
const readFileId = ({ body }: Answer): string => get(body, 'files', 0, 'fileuploadId');

/** A file of the provider in a message that the client has read. */
async function shareFile({ account, client, openCase, write, visit }: Portal) {
  const form = new FormData();
  form.set('File', new Blob([new Uint8Array(picture.content)]), picture.name);
  const sent = await visit().post('/provider/v1/files', undefined, {
    form,
    headers: { 'x-api-key': account.apiKey },
  });
  const fileId = get(sent.body, 'fileuploadId');
  const caseId = await openCase(client);
  const messageId = await write(caseId, { fileIds: [fileId] });
  await client.browser.post(
    `/api/v2.0/e.consult.${account.accountId}/akten/${caseId}/messages/${messageId}/read`,
  );
  return fileId;
}

const uploadFacts = (urlFor: (portal: Portal) => string): Facts[string] => ({
  succeeds: [
    'An upload is answered with its id, and a retry stores it once',
    async (portal) => {
      const { browser } = portal.client;
      const options = { fields: { Extra: 'value' }, key: `upload to ${urlFor(portal)}` };
      const sent = await browser.upload(urlFor(portal), picture, options);
      expectAlike(sent, await browser.upload(urlFor(portal), picture, options));
      const body = expectAnswer(sent, {
        files: [
          {
            fileuploadId: expect.any(String),
            fileName: picture.name,
            fileExtension: 'jpg',
            size: picture.content.length,
            hasThumbnail: true,
          },
        ],
      });
      const back = await browser.get(
        `/api/files/download/${get(body, 'files', 0, 'fileuploadId')}`,
      );
      expect(back.bytes.equals(picture.content)).toBe(true);
    },
  ],
  refuses: [
    'A visitor is 401, and nobody else reads an upload',
    async (portal) => {
      const { client, stranger, visit } = portal;
      expectProblem(await visit().upload(urlFor(portal), note), 401);
      const id = readFileId(await client.browser.upload(urlFor(portal), note));
      const foreign = await stranger.browser.get(`/api/files/download/${id}`);
      expectProblem(foreign, 404);
      expectAlike(foreign, await stranger.browser.get(`/api/files/download/${nobodysId}`));
    },
  ],
  rejects: [
    'A virus is 422; another extension, another content, no file and no multipart are refused',
    async (portal) => {
      const url = urlFor(portal);
      const send = (name: string, content: Buffer) =>
        portal.client.browser.upload(url, { name, content });
      expectProblem(await send(eicar.name, eicar.content), 422, 'virusFound');
      expectProblem(await send('setup.exe', note.content), 400, 'fileExtensionNotAllowed');
      expectProblem(await send('foto.png', Buffer.from('<html>')), 400, 'contentNotAllowed');
      expectProblem(await send('leer.txt', Buffer.alloc(0)), 400, 'emptyFile');
      const form = new FormData();
      form.set('Name', 'a.txt');
      const post = (browser: Browser, options: object, body?: object) =>
        browser.post(url, body, options);
      expectProblem(await post(portal.client.browser, { form }), 400, 'invalidInput', '/File');
      expectProblem(await post(portal.client.browser, {}, { File: 'x' }), 415);
    },
  ],
});

/** Uploads and downloads. */
export const fileFacts: Facts = {
  'POST v2.0/e.consult.{acc}/files/upload': {
    ...uploadFacts(({ account }) => `/api/v2.0/e.consult.${account.accountId}/files/upload`),
    also: [
      [
        'An account of others is 404',
        async ({ client, other }) =>
          void expectProblem(
            await client.browser.upload(
              `/api/v2.0/e.consult.${other.accountId}/files/upload`,
              note,
            ),
            404,
          ),
      ],
    ],
  },
  'POST v2.0/files/upload': uploadFacts(() => uploadUrl),
  'GET files/download/{id}?resultType=Stream': {
    succeeds: [
      'A file of a message is an attachment that no browser runs, whole or in part',
      async (portal) => {
        const url = `/api/files/download/${await shareFile(portal)}?resultType=Stream`;
        const { status, headers, bytes } = await portal.client.browser.get(url);
        expect([status, bytes.equals(picture.content)]).toEqual([200, true]);
        expect(Object.fromEntries(headers)).toMatchObject({
          'content-disposition': expect.stringMatching(/^attachment; filename="unfall\.jpg"/),
          'x-content-type-options': 'nosniff',
        });
        const part = await portal.client.browser.get(url, { headers: { range: 'bytes=0-1' } });
        expect([part.status, part.bytes.toString('hex')]).toEqual([206, 'ffd8']);
      },
    ],
    refuses: [
      'A visitor is 401, and a client of others 404',
      async (portal) => {
        const url = `/api/files/download/${await shareFile(portal)}`;
        expectProblem(await portal.visit().get(url), 401);
        expectProblem(await portal.stranger.browser.get(url), 404);
      },
    ],
    rejects: [
      'An id that cannot be one is 400, and a range beyond the end 416',
      async (portal) => {
        expectProblem(await portal.client.browser.get('/api/files/download/!'), 400);
        const url = `/api/files/download/${await shareFile(portal)}`;
        const headers = { range: 'bytes=9999999-' };
        expectProblem(await portal.client.browser.get(url, { headers }), 416);
      },
    ],
  },
  'GET files/thumbnail/{id}?resultType=Stream': {
    succeeds: [
      'A picture has a thumbnail, and a text has none: 404',
      async (portal) => {
        const url = `/api/files/thumbnail/${await shareFile(portal)}?resultType=Stream`;
        const { status, headers } = await portal.client.browser.get(url);
        expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
        const text = readFileId(await portal.client.browser.upload(uploadUrl, note));
        expectProblem(await portal.client.browser.get(`/api/files/thumbnail/${text}`), 404);
      },
    ],
    refuses: [
      'A visitor is 401, and a client of others 404',
      async (portal) => {
        const url = `/api/files/thumbnail/${await shareFile(portal)}`;
        expectProblem(await portal.visit().get(url), 401);
        expectProblem(await portal.stranger.browser.get(url), 404);
      },
    ],
    rejects: [
      'An id that cannot be one is 400',
      async ({ client }) =>
        void expectProblem(await client.browser.get('/api/files/thumbnail/!'), 400),
    ],
  },
  'GET files/upload/info': {
    succeeds: [
      'Everyone may know what may be uploaded',
      async ({ visit }) =>
        void expectAnswer(await visit().get('/api/files/upload/info'), {
          allowedExtensions: expect.arrayContaining(['pdf', 'jpg', 'docx', 'zip']) as unknown,
          maxSize: expect.any(Number),
        }),
    ],
    refuses: [
      'A program without the web client’s keys is 401',
      async ({ visit }) =>
        void expectProblem(
          await visit().get('/api/files/upload/info', { headers: { 'x-api-key': '' } }),
          401,
        ),
    ],
    rejects: [
      'Another method is 405',
      async ({ visit }) => {
        const answer = await visit().put('/api/files/upload/info', {});
        expectProblem(answer, 405, 'methodNotAllowed');
        expect(answer.headers.get('allow')).toContain('GET');
      },
    ],
  },
};
