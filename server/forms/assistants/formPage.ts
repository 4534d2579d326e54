import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultLanguage, languages, localize, type Language } from '#schemas/platform/common.ts';
import type { BrandFiles, ServerRenderedPage } from '#schemas/platform/serverRenderedPage.ts';
import type { FormServerRender } from '#schemas/forms/serverRender.ts';
import { listEveryElement } from '#schemas/forms/forms.ts';
import {
  answeredPageDataId,
  closedPageDataId,
  formPageDataId,
  loginWithPin,
  pinPageDataId,
  sentPageDataId,
  type AnsweredPageData,
  type ClosedForm,
  type FormPageData,
  type PinPageData,
} from '#schemas/forms/assistants.ts';
import { callLimits } from '#schemas/platform/limits.ts';
import { pageFamilies, type GuidanceAddress } from '#schemas/platform/webAddresses.ts';
import { pickPrefill } from '#schemas/forms/prefill.rules.ts';
import type { Deps } from '#server/deps.ts';
import { findAccount } from '#server/accounts/accounts/service.ts';
import { assertOwnPage } from '#server/http/ownPage.ts';
import { getCallLimit, getPageLimit } from '#server/http/rateLimits.ts';
import { allowListing } from '#server/http/searchEngines.ts';
import { createProblem } from '#server/problem.ts';
import { getPageLanguage, getTexts } from '#server/texts.ts';
import {
  buildPage,
  insertData,
  sendNotFound,
  sendPage,
  sendPrivatePage,
  type PageTemplate,
} from '#server/webPages/webPages.ts';
import { getFormEntry } from './formEntry.ts';
import { getPublicLink, getRequestLink, type FindRequested, type FormLink } from './formLinks.ts';
import { readPinProof } from './pinCookie.ts';
import { describePinPage, type Reopened } from './pinPost.ts';
import { receivePost, type PostResult } from './postedForm.ts';
import { readSent } from './postedState.ts';
import { getClosedForm, isKnownKey, presentSent } from './service.ts';

type FormQuery = { page?: string; language?: string };
type SentQuery = { receipt?: string; language?: string };

/** Builds the page of a form with its title and its data, ahead of the calls of the browser. */
function buildFormPage(
  template: PageTemplate,
  page: FormPageData,
  brand: BrandFiles | undefined,
): string {
  const { formElement, accountName } = page.opening;
  const { language } = page;
  const title = `${localize(formElement.title, language)} – ${accountName}`;
  const types = new Set(listEveryElement(formElement).map(({ type }) => type));
  return insertData(template({ language, types: [...types], brand }), {
    language,
    title,
    id: formPageDataId,
    data: page,
  });
}

/**
 * Serves a form with its data and its first sheet, because visitors open it by link with an empty
 * cache. Takes the form from pages without scripts.
 */
export function serveFormPages(
  app: FastifyInstance,
  deps: Deps,
  folder: string,
  serverRender: FormServerRender | undefined,
  findRequested: FindRequested,
): void {
  const [template, pinTemplate, sentTemplate] = (['form', 'pin', 'sent'] as const).map((name) =>
    buildPage(folder, name),
  );
  if (!template || !pinTemplate || !sentTemplate) return;
  const limit = (name: string, max: number) => app.createRateLimit(getPageLimit(deps, name, max));
  const checkReads = limit('form', callLimits.readsPerMinute);
  const checkPosts = limit('posted form', callLimits.submissionsPerMinute);
  const checkPins = app.createRateLimit(getCallLimit(deps, loginWithPin));
  const pages = { deps, templates: { template, pinTemplate, sentTemplate }, serverRender };
  const limits = {
    checkReads,
    checkPosts,
    async checkPins(request: FastifyRequest) {
      const tries = await checkPins(request);
      if (!tries.isAllowed && tries.isExceeded) throw createProblem('tooManyRequests');
    },
  };
  serveLink(app, pages, limits, {
    form: '/externalform/:processGuid',
    succeed: '/externalform/:processGuid/succeed',
    getLink: (params) => getPublicLink((params as { processGuid: string }).processGuid),
  });
  for (const family of pageFamilies) {
    const form = `/${family}/:accountIdentity/guidance/:externalRequestKey`;
    serveLink(app, pages, limits, {
      form,
      succeed: `${form}/confirmation-page`,
      getLink: (params) =>
        getRequestLink(
          deps,
          { family, ...(params as Omit<GuidanceAddress, 'family'>) },
          findRequested,
        ),
    });
  }
}

type Pages = {
  deps: Deps;
  templates: Record<'template' | 'pinTemplate' | 'sentTemplate', PageTemplate>;
  serverRender: FormServerRender | undefined;
};

type Limits = {
  checkReads: ReturnType<FastifyInstance['createRateLimit']>;
  checkPosts: ReturnType<FastifyInstance['createRateLimit']>;
  /** Throws above the limit of attempts at PINs. */
  checkPins: (request: FastifyRequest) => Promise<void>;
};

/** Patterns of the pages of a link. */
type LinkPages = { form: string; succeed: string; getLink: (params: unknown) => FormLink };

/** Serves the pages of one kind of link. */
function serveLink(
  app: FastifyInstance,
  pages: Pages,
  { checkReads, checkPosts, checkPins }: Limits,
  { form, succeed, getLink }: LinkPages,
): void {
  const { deps, templates, serverRender } = pages;
  const prefilled = { config: { isPrefilled: true } };
  app.get<{ Querystring: FormQuery }>(form, prefilled, async (request, reply) => {
    const { query } = request;
    const allowed = await checkReads(request);
    // the page's own calls show the error
    if (!allowed.isAllowed && allowed.isExceeded) return sendPage(reply, templates.template());
    const link = getLink(request.params);
    const visit = { ...pages, request, reply, link, language: readLanguage(query) };
    return sendForm(visit, (page, brand) =>
      // a later page of a form depends on answers that only the browser has
      query.page === undefined ? serverRender?.form(page, brand) : undefined,
    );
  });

  app.post(form, { config: { isUpload: true, isPage: true } }, async (request, reply) => {
    const allowed = await checkPosts(request);
    if (!allowed.isAllowed && allowed.isExceeded) throw createProblem('tooManyRequests');
    assertOwnPage(request);
    const link = getLink(request.params);
    const proof = readPinProof(deps, request, reply);
    const checkPinLimit = () => checkPins(request);
    const result = await receivePost(deps, link, { request, proof, checkPinLimit });
    return sendResult({ ...pages, reply, link }, result);
  });

  app.get<{ Querystring: SentQuery }>(succeed, async ({ params, query }, reply) =>
    sendThanks({ ...pages, reply, link: getLink(params) }, query),
  );
}

const readLanguage = ({ language }: { language?: string }): Language =>
  languages.find((each) => each === language) ?? defaultLanguage;

/** Finds the brand of a page's provider, whose faces the first paint needs. */
async function findBrand({ deps, serverRender }: Pages, accountId: string) {
  const account = serverRender && (await findAccount(deps.db, accountId));
  return account && serverRender.findBrand('', account.uniqueKey);
}

type Visit = Pages & { reply: FastifyReply; link: FormLink };
type Reading = Visit & { request: FastifyRequest; language: Language };

/** Sends the thank-you page of a receipt. The web app has the receipts of this device. */
async function sendThanks(
  visit: Visit,
  { receipt: token, language: wanted }: SentQuery,
): Promise<FastifyReply> {
  const { deps, reply, link, templates, serverRender } = visit;
  const { sentTemplate } = templates;
  const read = token === undefined ? undefined : readSent(deps, link.key, token);
  if (token === undefined || !read) return sendPage(reply, sentTemplate());
  const language = languages.find((each) => each === wanted) ?? read.language;
  const sent = await presentSent(deps, link.succeed, { ...read, language, token });
  if (!sent) return sendPage(reply, sentTemplate());
  const { thanks } = sent;
  const content = { language, title: thanks.accountName, id: sentPageDataId, data: sent };
  const brand = await findBrand(visit, thanks.accountId);
  return sendPrivatePage(reply, insertData(sentTemplate({ language, brand }), content), () =>
    serverRender?.sent(sent, brand),
  );
}

/** Sends the page that follows a posted one. */
async function sendResult(visit: Visit, result: PostResult): Promise<FastifyReply> {
  const { reply, link, templates, serverRender } = visit;
  if ('closed' in result) return sendClosed({ ...visit, language: result.language }, result.closed);
  if ('isReopened' in result) return reply.redirect(formatReopened(link, result), 303);
  if ('sent' in result) return reply.redirect(`${link.succeed}?receipt=${result.sent}`, 303);
  if ('answered' in result) return sendAnswered(visit, result.answered, 409);
  if ('pin' in result) return sendPin(visit, result.pin, result.status);
  const { status, page } = result;
  const brand = await findBrand(visit, page.opening.accountId);
  const html = buildFormPage(templates.template, page, brand);
  return sendPrivatePage(reply.code(status), html, () => serverRender?.form(page, brand));
}

function formatReopened({ here }: FormLink, { language, prefill }: Reopened): string {
  const query = new URLSearchParams(prefill);
  if (language !== defaultLanguage) query.set('language', language);
  return query.size > 0 ? `${here}?${query}` : here;
}

/** Sends the page before a form with a PIN, which reveals nothing of the form. */
async function sendPin(visit: Visit, page: PinPageData, status = 200): Promise<FastifyReply> {
  const { reply, templates, serverRender } = visit;
  const { language, required } = page;
  const text = getTexts(language);
  const name = `${text('pin.title', {})} – ${required.accountName}`;
  const title = status >= 400 ? text('accessPage.error', { title: name }) : name;
  const brand = await findBrand(visit, required.accountId);
  const content = { language, title, id: pinPageDataId, data: page };
  const html = insertData(templates.pinTemplate({ language, brand }), content);
  const isPrivate = page.posted || page.isVoid || page.prefill;
  const send = isPrivate ? sendPrivatePage : sendPage;
  return send(reply.code(status), html, () => serverRender?.pin(page, brand));
}

/** Sends what visitors read instead of a closed form, with the status of something gone. */
async function sendClosed(
  visit: Visit & Pick<Reading, 'language'>,
  closed: ClosedForm,
): Promise<FastifyReply> {
  const { reply, link, templates, language, serverRender } = visit;
  const page = { here: link.here, language, closed };
  const title = [closed.title && localize(closed.title, language), closed.accountName]
    .filter(Boolean)
    .join(' – ');
  const content = { language, title, id: closedPageDataId, data: page };
  const brand = await findBrand(visit, closed.accountId);
  const html = insertData(templates.template({ language, brand }), content);
  return sendPage(reply.code(410), html, () => serverRender?.closed(page, brand));
}

/** Sends the page of a form that was answered, which reveals nothing of the first answer. */
async function sendAnswered(
  visit: Visit,
  page: AnsweredPageData,
  status = 200,
): Promise<FastifyReply> {
  const { reply, templates, serverRender } = visit;
  const { answered, language } = page;
  const content = { language, title: answered.accountName, id: answeredPageDataId, data: page };
  const brand = await findBrand(visit, answered.accountId);
  const html = insertData(templates.template({ language, brand }), content);
  return sendPrivatePage(reply.code(status), html, () => serverRender?.answered(page, brand));
}

/** Sends the page of a link that opens no form. */
async function sendMissing(visit: Reading, failed: (error: unknown) => undefined) {
  const { deps, request, reply, link, templates, serverRender } = visit;
  const closed = link.findOnly ? undefined : await getClosedForm(deps, link.key).catch(failed);
  if (closed) return sendClosed(visit, closed);
  const isKnown = await isKnownLink(deps, link).catch(failed);
  return isKnown === false
    ? sendNotFound(reply, templates.template(), getPageLanguage(request), serverRender)
    : sendPage(reply, templates.template());
}

const isKnownLink = async (deps: Deps, { key, findOnly }: FormLink): Promise<boolean> =>
  findOnly ? (await findOnly()) !== undefined : isKnownKey(deps, key);

async function sendForm(
  visit: Reading,
  draw: (
    page: FormPageData,
    brand: BrandFiles | undefined,
  ) => Promise<ServerRenderedPage | undefined> | undefined,
): Promise<FastifyReply> {
  const { deps, request, reply, templates, language, link } = visit;
  const failed = (error: unknown) => {
    request.log.error({ err: error }, 'A form could not be looked up for its page');
    return undefined;
  };
  const proof = readPinProof(deps, request, reply);
  const entry = await getFormEntry(deps, link, proof).catch(failed);
  if (!entry) return sendMissing(visit, failed);
  if ('answered' in entry)
    return sendAnswered(visit, { here: link.here, language, answered: entry.answered });
  const prefill = pickPrefill(new URL(request.url, 'http://localhost').search);
  if ('required' in entry)
    return sendPin(visit, describePinPage(link, language, entry.required, prefill));
  const { opening, access } = entry;
  const page = { here: link.here, language, opening, ...(prefill === '' ? {} : { prefill }) };
  const isShared = access !== 'private' && prefill === '';
  if (access === 'public' && isShared) allowListing(reply);
  const send = isShared ? sendPage : sendPrivatePage;
  const brand = await findBrand(visit, opening.accountId);
  const html = buildFormPage(templates.template, page, brand);
  return send(reply, html, () => draw(page, brand));
}
