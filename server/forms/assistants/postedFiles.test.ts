import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLogger } from '#server/http/logging.ts';
import { eicar } from '#server/ports/virusScan.ts';
import {
  accident,
  openPostedForms,
  readPosted,
  textFile,
  type PostedForms,
} from '#server/testing/postedForms.ts';

let forms: PostedForms;
const logged: string[] = [];
beforeAll(async () => {
  const logger = createLogger('warn', { write: (line: string) => void logged.push(line) });
  forms = await openPostedForms({ appOptions: { logger } });
});
beforeEach(() => void logged.splice(0));
afterAll(() => forms.close());

const listFiles = () => forms.server.deps.db.selectFrom('files').select('name').execute();

it('A posted file with a virus is refused at its element, logged and reported to the provider', async () => {
  const { formId, processGuid } = await forms.publishForm(accident);
  const answer = await forms.post(processGuid, { name: 'Ida', photos: textFile(eicar) });
  expect(answer.statusCode).toBe(422);
  const { problem, workflowKey } = readPosted(answer);
  expect(Object.values(problem?.rules ?? {})).toMatchObject([
    { address: 'photos', rule: 'upload' },
  ]);
  const { items } = await forms.read<{ items: object[] }>('/provider/v1/events');
  expect(items).toMatchObject([
    { type: 'file.rejected', data: { workflowId: workflowKey, reason: 'virusFound' } },
  ]);
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'a virus was found in a file that was sent' },
  ]);
  expect(logged.join('')).not.toContain('skizze');
  expect([await listFiles(), await forms.listSubmissions(formId)]).toEqual([[], []]);
});

it('An empty file is refused at its element', async () => {
  const { processGuid } = await forms.publishForm(accident);
  const { problem } = readPosted(
    await forms.post(processGuid, { name: 'Ida', photos: textFile('') }),
  );
  expect(Object.values(problem?.fields ?? {})[0]).toContain('skizze.txt');
  expect(await listFiles()).toEqual([]);
});

it('Each of several refused files of a field is named', async () => {
  const { processGuid } = await forms.publishForm(accident);
  const photos = [textFile('', 'leer.txt'), textFile('a', 'foto.exe'), textFile('b', 'film.xyz')];
  const { problem } = readPosted(await forms.post(processGuid, { name: 'Ida', photos }));
  const [sentence] = Object.values(problem?.fields ?? {});
  for (const { name } of photos) expect(sentence).toContain(`${name}: `);
  expect(sentence).toContain(
    'Dateien mit dieser Endung nehmen wir hier nicht an. Möglich sind: txt.',
  );
});

const nameField = '--B\r\nContent-Disposition: form-data; name="name"\r\n\r\nIda\r\n';
const photo = '--B\r\nContent-Disposition: form-data; name="photos"; filename="a.txt"\r\n\r\nhello';
const longBoundary = 'b'.repeat(252);

it.each([
  ['no boundary', 'multipart/form-data', 'x'],
  ['no part', 'multipart/form-data; boundary=B', 'garbage'],
  ['an early end in a field', 'multipart/form-data; boundary=B', nameField],
  ['an early end in a file', 'multipart/form-data; boundary=B', nameField + photo],
  [
    'a boundary that is far too long',
    `multipart/form-data; boundary=${longBoundary}`,
    `--${longBoundary}--\r\n`,
  ],
])('A posted form with %s is 400 and stores nothing', async (_, contentType, payload) => {
  const { formId, processGuid } = await forms.publishForm(accident);
  const answer = await forms.server.app.inject({
    method: 'POST',
    url: `/externalform/${processGuid}`,
    headers: { 'content-type': contentType, accept: 'text/html' },
    payload,
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    400,
    'text/html; charset=utf-8',
  ]);
  expect([await listFiles(), await forms.listSubmissions(formId), logged]).toEqual([[], [], []]);
});
