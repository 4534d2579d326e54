import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FormPageData } from '#schemas/forms/assistants.ts';
import type { ServerRender } from '#schemas/portal/serverRender.ts';
import { load, make, nextAddress, receive, type Call } from '../calls.ts';
import { median } from '../statistics.ts';
import { buildForm } from '../forms/form.ts';
import { makeSpecFor } from '../forms/spec.ts';

/** The engine compiles the hot functions in the first sixty. */
const renders = 180;

/** Reads the data of a form from its document. */
async function readPageData(url: string): Promise<FormPageData> {
  const html = await make({ method: 'GET', url, headers: { accept: 'text/html' } });
  const [, json] = /id="form-page-data">(.*?)<\/script>/s.exec(html) ?? [];
  if (json === undefined) throw new Error(`${url} carries no form`);
  return JSON.parse(json) as FormPageData;
}

/** Returns the processor time that rendering a form of 40 elements costs, without cache. */
export async function measureRendering(url: string): Promise<number> {
  const data = await readPageData(url);
  const program = resolve('dist/server/serverRender/serverRender.js');
  const { serverRender } = (await import(pathToFileURL(program).href)) as {
    serverRender: ServerRender;
  };
  const formElement = buildForm(makeSpecFor(new URLSearchParams('n=40&cond=0')));
  const times: number[] = [];
  for (let count = 0; count < renders; count += 1) {
    const before = process.cpuUsage();
    await serverRender.form({
      here: `/externalform/bench-${count}`,
      language: 'de',
      opening: { ...data.opening, formElement },
    });
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return median(times.slice(renders / 3)); // the first ones are compiled meanwhile
}

/**
 * Returns the pages per second of a form that is cached; each request from its own address. Throws
 * for a page without the form: above the rate limit, and if rendering fails, its status is 200 too.
 */
export async function measurePages(url: string, requests: number): Promise<number> {
  const next = (): Call => ({
    method: 'GET',
    url,
    headers: { accept: 'text/html', 'accept-encoding': 'br', ...nextAddress() },
  });
  const page = await receive(next());
  const notRendered = `A page of ${url} was not rendered`;
  if (!brotliDecompressSync(page).includes('data-rendered="form"')) throw new Error(notRendered);
  const assertRendered = (received: Buffer) => {
    if (!received.equals(page)) throw new Error(notRendered);
  };
  await load(requests / 10, 8, next, assertRendered);
  return (await load(requests, 8, next, assertRendered)).perSecond;
}
