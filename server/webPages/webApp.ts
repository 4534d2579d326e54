import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { firstRepliesId, type FirstReplies } from '#schemas/portal/firstReplies.ts';
import type { ServerRenderedPage } from '#schemas/platform/serverRenderedPage.ts';
import type { FoundPage, ServerRender } from '#schemas/portal/serverRender.ts';
import type { ListMethods } from '#server/http/input/allowedMethods.ts';
import { answerProblem } from '#server/http/errors.ts';
import { isHead, isOfApi } from '#server/http/requestKinds.ts';
import { createProblem } from '#server/problem.ts';
import { getPageLanguage } from '#server/texts.ts';
import {
  buildScreens,
  insertLanguage,
  insertElement,
  sendNotFound,
  sendPage,
  sendPrivatePage,
} from './webPages.ts';

/** A path with a file name, which must not get a page if the file is missing. */
const fileAddress = /\.[a-z0-9]+(\?|$)/i;

/**
 * A browser accepts HTML by name. Other programs accept any type, such as link checkers of mail
 * servers, and must not see a broken link.
 */
const takesPage = ({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean =>
  accept.includes('text/html') || (accept.includes('*/*') && !fileAddress.test(url));

/** Returns true for a request that gets a page of the web app. */
export const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !isOfApi(request.url) &&
  takesPage(request);

/** Sends 405 for a wrong method of a known path, else 404. */
function refuseRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  listMethods: ListMethods,
): FastifyReply {
  const allowed = listMethods(request);
  if (allowed.length === 0 || allowed.includes(request.method))
    return answerProblem(request, reply, createProblem('notFound'));
  return answerProblem(
    request,
    reply.header('allow', allowed.join(', ')),
    createProblem('methodNotAllowed'),
  );
}

/** Lists the paths of the files of the web app. */
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name) !== '')
    .map((name) => `/${name.split(sep).join('/')}`);

/** Returns the data of a page after a login; undefined without a session. */
export type ReadFirstReplies = (
  request: FastifyRequest,
  page: FoundPage,
) => Promise<FirstReplies | undefined>;

type ScreenParts = {
  html: string;
  read: () => ReturnType<ReadFirstReplies>;
  drawFrame: () => ServerRenderedPage | undefined;
};

/** Sends a page after a login with its frame, and its data if the browser holds a session. */
async function sendScreen(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, read, drawFrame }: ScreenParts,
): Promise<FastifyReply> {
  const replies = isHead(request) ? undefined : await read();
  return replies
    ? sendPrivatePage(reply, insertElement(html, firstRepliesId, replies), drawFrame)
    : sendPage(reply, html, drawFrame);
}

type WebAppOptions = {
  folder: string;
  serverRender: ServerRender | undefined;
  listMethods: ListMethods;
  readFirstReplies: ReadFirstReplies;
};

/** Serves the built web app: files by name, and its page for every screen's path. */
export async function serveWebApp(
  app: FastifyInstance,
  { folder, serverRender, listMethods, readFirstReplies }: WebAppOptions,
): Promise<void> {
  const index = join(folder, 'index.html');
  const html = existsSync(index) ? readFileSync(index, 'utf8') : undefined;
  const isBuilt = html !== undefined;
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
  const findScreen = buildScreens(folder);
  const files = new Set(isBuilt ? listFiles(folder) : []);
  /** Lists the methods of a route, or those of a page or file of the web app. */
  const listAllMethods = (request: FastifyRequest): string[] => {
    const methods = listMethods(request);
    const [path = ''] = request.url.split('?');
    const isServed = files.has(path) || serverRender?.findPage(path) !== undefined;
    return methods.length === 0 && isServed ? ['GET', 'HEAD'] : methods;
  };
  // Does not return the reply: Fastify would await it, and each await adds two listeners to it.
  app.setNotFoundHandler((request, reply) => {
    if (!isBuilt || !wantsPage(request)) return void refuseRequest(request, reply, listAllMethods);
    const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(request.url) ?? [];
    const found = serverRender ? serverRender.findPage(path) : { path, params: {} };
    const failed = (error: unknown) => reply.send(error);
    if (found === undefined)
      return void sendNotFound(reply, html, getPageLanguage(request), serverRender).catch(failed);
    if (found.path !== path)
      return void reply.header('cache-control', 'no-store').redirect(found.path + query, 302);
    const language = getPageLanguage(request);
    const screen = findScreen(found.name)?.({ language });
    const localized = insertLanguage(screen ?? html, language);
    void reply.code(200);
    const read = () => readFirstReplies(request, found);
    const drawFrame = () => serverRender?.frame(found, language);
    if (screen) sendScreen(request, reply, { html: localized, read, drawFrame }).catch(failed);
    else sendPage(reply, localized).catch(failed);
  });
}
