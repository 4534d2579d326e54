import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FirstViews } from '#schemas/firstView.ts';
import { problem, sendProblem } from './errors.ts';
import { pageFor, sendPage } from './webPages.ts';

const apiAddress = /^\/(api|provider|validators|dev)(\/|\?|$)/;

/** A file, by its name: what asks for one that is not there must not get a page in its place. */
const fileAddress = /\.[a-z0-9]+(\?|$)/i;

/** A browser says so. Other programs take anything, such as those that look at the links of mails: a link must not seem broken to them. */
const takesPage = ({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean =>
  accept.includes('text/html') || (accept.includes('*/*') && !fileAddress.test(url));

const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !apiAddress.test(request.url) &&
  takesPage(request);

/** Serves the built web app: files by name, and its one page for every address that is a screen. */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  firstViews: FirstViews | undefined,
): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = relative(folder, path).startsWith(`assets${sep}`);
        void reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  // The start page is a folder to the file server, and it lists no folders.
  if (isBuilt)
    app.get('/', { schema: { hide: true } }, async (_request, reply) =>
      reply.sendFile('index.html'),
    );
  const login = pageFor(folder, 'login');
  if (login)
    app.get('/login', { schema: { hide: true } }, async ({ hostname }, reply) =>
      sendPage(reply, login, () => firstViews?.login(hostname)),
    );
  app.setNotFoundHandler((request, reply) => {
    if (!isBuilt || !wantsPage(request)) return sendProblem(request, reply, problem('notFound'));
    const isPage = firstViews?.isPage(request.url.replace(/\?.*$/, '')) ?? true;
    return reply.code(isPage ? 200 : 404).sendFile('index.html'); // the web app says it in words
  });
}
