import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Fields = Record<string, string | File | readonly File[]>;

/** Makes a folder with an empty page, in place of the built web app. */
export async function createPageFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'formakte-posted-'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html lang="de"><head><title>Formakte</title></head>' +
      '<body><div id="root"></div></body></html>',
  );
  return folder;
}

/** Builds the request of a form that a browser posts without scripts. */
export async function buildPost(fields: Fields) {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value);
  const request = new Request('http://portal.example', { method: 'POST', body: form });
  return {
    type: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  };
}

/** Reads the data that the server has put into a page. */
export function readPageData<T>(page: { statusCode: number; body: string }, id: string): T {
  const found = new RegExp(`id="${id}">(.*?)</script>`, 's').exec(page.body)?.[1];
  if (found === undefined) throw new Error(`${page.statusCode} ${page.body}`);
  return JSON.parse(found) as T;
}
