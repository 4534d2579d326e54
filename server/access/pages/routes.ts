import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  accessPageDataId,
  accessPages,
  type AccessPage,
  type AccessPageData,
} from '#schemas/access/accessPages.ts';
import { resetPassword, sendPasswordLink, sendUsername } from '#schemas/access/credentials.ts';
import { giveSecondFactor } from '#schemas/access/secondFactor.ts';
import { loginAdhoc, requestPin } from '#schemas/access/adhoc.ts';
import { checkUsername, joinInvitation, registerUser } from '#schemas/access/users.ts';
import { login, logout } from '#schemas/access/sessions.ts';
import { defaultLanguage, languages, type Language } from '#schemas/platform/common.ts';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import type { AccessServerRender } from '#schemas/access/serverRender.ts';
import type { Deps } from '#server/deps.ts';
import { readFields } from '#server/forms/postedPages/service.ts';
import { assertOwnPage } from '#server/http/ownPage.ts';
import { getCallLimit, getPostLimit } from '#server/http/rateLimits.ts';
import { allowListing } from '#server/http/searchEngines.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import {
  buildPage,
  insertData,
  sendPage,
  sendPrivatePage,
  type PageTemplate,
} from '#server/webPages/webPages.ts';
import {
  isResetDone,
  openResetLink,
  receivePasswordReset,
  receiveRequest,
} from './credentialPages.ts';
import {
  openByKey,
  openEnterPin,
  openStart,
  receiveByKey,
  receiveEnterPin,
  receiveStart,
} from './invitationPages.ts';
import { openLoggedIn, receiveLogin, receiveLogout } from './loginPage.ts';
import { openRegistration, receiveRegistration } from './registrationPage.ts';
import { doneParam, type Answer, type Opened, type Redirect, type Visit } from './visit.ts';

type PageRequest = FastifyRequest<{ Querystring: { language?: string; done?: string } }>;
type Opening = Omit<Visit, 'parts'> & { request: PageRequest };

type Page = {
  /** Text id of its title. */
  title: string;
  /** Returns what one visitor's page shows; undefined for the page of everybody. */
  open?: (opening: Opening, language: Language) => Promise<Answer | undefined>;
  receive?: (visit: Visit) => Promise<Answer>;
  /** Calls that a posted page makes; one of them for each post. */
  calls?: readonly Endpoint[];
  /** true when only the browser knows what the page shows without a state */
  needsState?: true;
};

const done: Opened = { status: 200, state: { isDone: true } };
const openIfDone = async ({ request: { query } }: Opening) =>
  query[doneParam] === undefined ? undefined : done;

const pages: Record<AccessPage, Page> = {
  home: { title: 'home.title' },
  login: {
    title: 'login.title',
    receive: (visit) => receiveLogin(visit),
    calls: [login, giveSecondFactor],
  },
  loggedIn: {
    title: 'loggedIn.title',
    open: openLoggedIn,
    receive: receiveLogout,
    calls: [logout],
  },
  forgetUsername: {
    title: 'forgotUsername.title',
    open: openIfDone,
    receive: receiveRequest('username', 'forgetUsername'),
    calls: [sendUsername],
  },
  forgetPassword: {
    title: 'forgotPassword.title',
    open: openIfDone,
    receive: receiveRequest('password', 'forgetPassword'),
    calls: [sendPasswordLink],
  },
  resetPassword: {
    title: 'resetPassword.title',
    open: openResetLink,
    receive: receivePasswordReset,
    calls: [resetPassword],
  },
  resetPasswordDone: {
    title: 'resetPassword.done.title',
    needsState: true,
    open: async ({ deps, request: { query } }) =>
      isResetDone(deps, query[doneParam] ?? '') ? done : undefined,
  },
  start: {
    title: 'requestPin.title',
    open: openStart,
    receive: receiveStart,
    calls: [requestPin],
  },
  enterPin: {
    title: 'pin.title',
    open: openEnterPin,
    receive: receiveEnterPin,
    calls: [loginAdhoc],
  },
  loginByKey: {
    title: 'login.title',
    open: openByKey('login'),
    receive: receiveByKey((visit) => receiveLogin(visit)),
    calls: [login, giveSecondFactor],
  },
  forgetUsernameByKey: {
    title: 'forgotUsername.title',
    open: openByKey('forgetUsername'),
    receive: receiveByKey(receiveRequest('username', 'forgetUsernameByKey')),
    calls: [sendUsername],
  },
  forgetPasswordByKey: {
    title: 'forgotPassword.title',
    open: openByKey('forgetPassword'),
    receive: receiveByKey(receiveRequest('password', 'forgetPasswordByKey')),
    calls: [sendPasswordLink],
  },
  postedRegistration: {
    title: 'registration.title',
    open: openRegistration,
    receive: receiveRegistration,
    calls: [checkUsername, registerUser, login, giveSecondFactor, joinInvitation, logout],
  },
};

type Sending = {
  page: AccessPage;
  reply: FastifyReply;
  host: string;
  template: PageTemplate;
  language: Language;
  serverRender: AccessServerRender | undefined;
};

/** Sends the page of everybody, or with its state that of one visitor, which is stored nowhere. */
async function send(
  { page, reply, host, template, language: asked, serverRender }: Sending,
  opened: Opened | undefined,
): Promise<FastifyReply> {
  const language = opened?.language ?? asked;
  const data: AccessPageData = { page, language, ...opened?.state };
  const text = getTexts(language);
  const name = text(pages[page].title, {});
  const isRefused = (opened?.status ?? 200) >= 400;
  const title = isRefused ? text('accessPage.error', { title: name }) : name;
  const accountKey = opened?.state.invited?.invitation.uniqueAccountKey;
  const brand = await serverRender?.findBrand(host, accountKey);
  const html = insertData(template({ language, brand }), {
    language,
    title,
    id: accessPageDataId,
    data,
  });
  const render = () => serverRender?.access(data, host);
  if (page === 'home') allowListing(reply);
  if (!opened) return sendPage(reply, html, pages[page].needsState ? undefined : render);
  return sendPrivatePage(reply.code(opened.status), html, render);
}

const readQueryLanguage = ({ query }: PageRequest): Language =>
  languages.find((each) => each === query.language) ?? defaultLanguage;

/** Redirects to a page in the language of the page before. */
function redirect(
  reply: FastifyReply,
  { page, key = '', query = {} }: Redirect,
  language: Language,
) {
  const path = accessPages[page].replace(':hashUserKey', encodeURIComponent(key));
  // the page of an invitation has the language of its client by default
  const named = language === defaultLanguage && key === '' ? {} : { language };
  const all = new URLSearchParams({ ...query, ...named }).toString();
  return reply.redirect(`${path}${all && `?${all}`}`, 303);
}

/**
 * Serves the pages before the login, and receives them from browsers without scripts
 * (docs/decisions/access/0108-how-does-a-client-log-in-without-scripts.md).
 */
export function serveAccessPages(
  app: FastifyInstance,
  deps: Deps,
  folder: string,
  serverRender: AccessServerRender | undefined,
): void {
  const limits = new Map<Endpoint, ReturnType<FastifyInstance['createRateLimit']>>();
  const checkLimit = (request: FastifyRequest) => async (call: Endpoint) => {
    const check = limits.get(call) ?? app.createRateLimit(getCallLimit(deps, call));
    limits.set(call, check);
    const allowed = await check(request);
    if (!allowed.isAllowed && allowed.isExceeded) throw createProblem('tooManyRequests');
  };

  for (const page of Object.keys(accessPages) as AccessPage[]) {
    const template = buildPage(folder, page);
    if (!template) return;
    const { open, receive, calls = [] } = pages[page];
    app.get(accessPages[page], { config: { isPage: true } }, async (given, reply) => {
      const request = given as PageRequest;
      const language = readQueryLanguage(request);
      const opening = { deps, request, reply, checkLimit: checkLimit(request) };
      const opened = await open?.(opening, language);
      if (opened && 'page' in opened) return redirect(reply, opened, language);
      const host = request.hostname;
      return send({ page, reply, host, template, language, serverRender }, opened);
    });
    if (!receive) continue;
    const posted = {
      config: { isPage: true },
      onRequest: [
        async (request: FastifyRequest) => assertOwnPage(request),
        app.rateLimit(getPostLimit(deps, accessPages[page], calls)),
      ],
    };
    app.post(accessPages[page], posted, async (request, reply) => {
      const parts = await readFields(request);
      const { language } = parts;
      const visit = { deps, request, reply, parts, checkLimit: checkLimit(request) };
      const answer = await receive(visit);
      if ('page' in answer) return redirect(reply, answer, language);
      const host = request.hostname;
      return send({ page, reply, host, template, language, serverRender }, answer);
    });
  }
}
