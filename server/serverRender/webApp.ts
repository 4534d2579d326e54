import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FirstViews } from '#schemas/portal/serverRender.ts';
import { sendProblem } from '#server/http/errors.ts';
import { problem } from '#server/problem.ts';
import { buildPage, sendPage } from './webPages.ts';

const apiAddress = /^\/(api|provider|validators|dev)(\/|\?|$)/;

/** A path with a file name, which must not get a page if the file is missing. */
const fileAddress = /\.[a-z0-9]+(\?|$)/i;

/**
 * A browser accepts HTML by name. Other programs accept any type, such as link checkers of mail
 * servers, and must not see a broken link.
 */
const takesPage = ({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean =>
  accept.includes('text/html') || (accept.includes('*/*') && !fileAddress.test(url));

const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !apiAddress.test(request.url) &&
  takesPage(request);

/** Serves the built web app: files by name, and its page for every screen's path. */
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
  // The static plugin treats the start page as a folder and lists no folders.
  if (isBuilt)
    app.get('/', { schema: { hide: true } }, async (_request, reply) =>
      reply.sendFile('index.html'),
    );
  const login = buildPage(folder, 'login');
  if (login)
    app.get('/login', { schema: { hide: true } }, async ({ hostname }, reply) =>
      sendPage(reply, login, () => firstViews?.login(hostname)),
    );
  app.setNotFoundHandler((request, reply) => {
    if (!isBuilt || !wantsPage(request)) return sendProblem(request, reply, problem('notFound'));
    const isPage = firstViews?.isPage(request.url.replace(/\?.*$/, '')) ?? true;
    return reply.code(isPage ? 200 : 404).sendFile('index.html'); // the web app shows an error page
  });
}
