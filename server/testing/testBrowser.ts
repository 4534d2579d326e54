import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { buildPost, type Fields } from './postedPages.ts';

export const webKeys = { 'x-application-key': 'test-app', 'x-api-key': 'test-web' };

/** Creates a browser with cookies. */
export function createBrowser(
  { app }: { app: FastifyInstance },
  userAgent = 'Test',
  cookies: Readonly<Record<string, string>> = {},
  remoteAddress = '127.0.0.1',
) {
  const jar = new Map(Object.entries(cookies));
  async function send(
    call: { method: 'GET' | 'POST'; payload?: object },
    url: string,
    headers: Record<string, string>,
  ): Promise<LightMyRequestResponse> {
    const answer = await app.inject({
      ...call,
      url,
      remoteAddress,
      cookies: Object.fromEntries(jar),
      headers: { 'user-agent': userAgent, ...headers },
    });
    // those of earlier versions are for /api only
    for (const { name, value } of answer.cookies.filter((cookie) => cookie.path === '/'))
      if (value) jar.set(name, value);
      else jar.delete(name);
    return answer;
  }
  return {
    cookie: (name: string) => jar.get(name),
    setCookie: (name: string, value: string) => void jar.set(name, value),
    /** Copies a browser with its cookies: another tab, or a thief at another address. */
    copy: (address = remoteAddress) =>
      createBrowser({ app }, userAgent, Object.fromEntries(jar), address),
    get: (path: string, headers: Record<string, string> = {}) =>
      send({ method: 'GET' }, `/api${path}`, { ...webKeys, ...headers }),
    post: (path: string, payload: object, headers: Record<string, string> = {}) =>
      send({ method: 'POST', payload }, `/api${path}`, { ...webKeys, ...headers }),
    /** Opens a page. */
    open: (path: string) => send({ method: 'GET' }, path, { accept: 'text/html' }),
    /** Posts a page as a browser without scripts does. */
    async postPage(path: string, fields: Fields, headers: Record<string, string> = {}) {
      const { type, payload } = await buildPost(fields);
      return send({ method: 'POST', payload }, path, { accept: 'text/html', ...type, ...headers });
    },
  };
}

export type TestBrowser = ReturnType<typeof createBrowser>;
