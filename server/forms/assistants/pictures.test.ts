import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SubmissionDetail } from '#schemas/forms/submissions.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  visit,
  type TestServer,
} from '#server/testing/testServer.ts';
import { renderSvg } from '#widgets/signature/ink.ts';

let server: TestServer;
let apiKey: string;
let processGuid: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ apiKey } = await addAccount(server));
  ({ processGuid } = await publish(server, apiKey, {
    title: 'Vollmacht',
    formElements: [{ id: 'signature', type: 'signature', label: 'Unterschrift', required: true }],
  }));
});
afterAll(() => server.close());

const url = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
const signed = (png: Buffer) => ({
  method: 'uploaded',
  svg: renderSvg({ method: 'uploaded', png: url(png) }),
  png: url(png),
  signedAt: '2026-11-20T08:59:00.000Z',
  revision: 1,
});

async function submit(value: unknown) {
  const { workflowKey, headers } = await visit(server, processGuid);
  const payload = {
    revision: 1,
    language: 'de',
    answers: [{ elementId: 'signature', type: 'signature', value }],
  };
  return server.app.inject({
    method: 'POST',
    url: `/api/assistants/process?workflowKey=${workflowKey}`,
    headers,
    payload,
  });
}

it('A signature is stored unchanged', async () => {
  const value = signed(await plain(800, 300));
  const sent = await submit(value);
  expect(sent.statusCode).toBe(200);
  const detail = await server.app.inject({
    url: `/provider/v1/submissions/${json(sent)['submissionId'] as string}`,
    headers: { 'x-api-key': apiKey },
  });
  expect(json<SubmissionDetail>(detail).answers).toEqual([
    { elementId: 'signature', type: 'signature', value },
  ]);
});

/** Replaces the pixels of the picture with other data. */
async function withPixels(data: Buffer): Promise<Buffer> {
  const png = await plain(4, 4);
  const at = png.indexOf('IDAT');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([
    png.subarray(0, at - 4),
    length,
    Buffer.from('IDAT'),
    data,
    Buffer.alloc(4),
    png.subarray(png.indexOf('IEND') - 4),
  ]);
}

it.each([
  ['whose pixels are none', () => withPixels(Buffer.from('no pixels at all'))],
  ['with fewer pixels than it says', () => withPixels(deflateSync(Buffer.alloc(3)))],
  ['larger than the sheet', () => plain(900, 300)],
  [
    'of another format',
    () =>
      sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
        .jpeg()
        .toBuffer(),
  ],
])('A picture %s is refused', async (_, picture) => {
  const answer = await submit(signed(await picture()));
  expect([answer.statusCode, Object.values(json<{ fields: object }>(answer).fields)]).toEqual([
    400,
    ['Diese Unterschrift ist beschädigt. Unterschreiben Sie noch einmal.'],
  ]);
});
