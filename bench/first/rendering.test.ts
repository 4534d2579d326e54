import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { withServer } from '../withServer.ts';
import { measurePages } from './rendering.ts';

const rendered = '<div id="root" data-rendered="form"><form></form></div>';
const refused = '<div id="root"></div>';

/** Answers like the server: a page that is refused or could not be rendered has status 200 too. */
const answerWith =
  (getPage: () => string) =>
  (_request: IncomingMessage, response: ServerResponse): unknown =>
    response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(getPage()));

it('Pages that the server has rendered are counted', async () => {
  await withServer(
    answerWith(() => rendered),
    async (url) => expect(await measurePages(url, 10)).toBeGreaterThan(0),
  );
});

it('A page that the server did not render is no page', async () => {
  await withServer(
    answerWith(() => refused),
    async (url) => {
      await expect(measurePages(url, 10)).rejects.toThrow('was not rendered');
    },
  );
});

it('One page of a load that the server did not render fails the load', async () => {
  let count = 0;
  await withServer(
    answerWith(() => ((count += 1) === 8 ? refused : rendered)),
    async (url) => {
      await expect(measurePages(url, 10)).rejects.toThrow('was not rendered');
    },
  );
});
