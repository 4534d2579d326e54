/* Invitations by posted pages: the request of a PIN, and the PIN. Limits are those of the calls. */
import type { FastifyRequest } from 'fastify';
import type { AccessPage, AccessPageState, InvitedPage } from '#schemas/access/accessPages.ts';
import { loginAdhoc, requestPin } from '#schemas/access/adhoc.ts';
import { getInvitation, pinChannels, type InvitationMetadata } from '#schemas/access/users.ts';
import { pinLimits } from '#schemas/forms/limits.ts';
import { postedActions, postedNames } from '#schemas/forms/postedForms.ts';
import { languages, type Language } from '#schemas/platform/common.ts';
import { errorCatalogue } from '#schemas/platform/errors.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import * as adhoc from '#server/access/adhoc/service.ts';
import { describeInvitation } from '#server/access/users/service.ts';
import type { Deps } from '#server/deps.ts';
import {
  describeProblem,
  getFirstValue,
  readOwnForm,
  toProblem,
  type PostedParts,
} from '#server/forms/postedPages/service.ts';
import { ProblemError } from '#server/problem.ts';
import { createToken, readToken } from '#server/security/sealedTokens.ts';
import { hashSecret } from '#server/security/secrets.ts';
import { getTexts } from '#server/texts.ts';
import { doneParam, type Answer, type Opened, type Visit } from './visit.ts';

type Opening = Omit<Visit, 'parts'>;

/** Query name of the channel by which a PIN was sent. */
const sentParam = 'sent';

const stateKind = { name: 'postedInvitation', minutes: pinLimits.validMinutes };

export const getKey = ({ params }: Pick<FastifyRequest, 'params'>): string =>
  (params as { hashUserKey: string }).hashUserKey;

/** Returns the language in the address, if there is one. */
const findLanguage = ({ query }: FastifyRequest): Language | undefined =>
  languages.find((each) => each === (query as { language?: string }).language);

/** The invitation of a link, or the page that is shown instead. */
export type Invited =
  { key: string; invitation: InvitationMetadata; language: Language } | { answer: Answer };

/** Returns the page for a link that opens nothing; throws any other error again. */
function refuse(error: unknown): Opened {
  if (!(error instanceof ProblemError)) throw error;
  const { reason } = error;
  if (reason !== 'linkInvalid' && reason !== 'linkExpired') throw error;
  return { status: errorCatalogue[reason].status, state: { refusal: reason } };
}

/** Looks an invitation up, which changes nothing. */
export async function findInvited(
  { deps, request, checkLimit }: Opening,
  posted?: Language,
): Promise<Invited> {
  await checkLimit(getInvitation);
  const key = getKey(request);
  const asked = posted ?? findLanguage(request);
  try {
    const invitation = await describeInvitation(deps, key, asked ?? 'de');
    return { key, invitation, language: asked ?? invitation.language };
  } catch (error) {
    return { answer: refuse(error) };
  }
}

/** Looks up an invitation without a registration; another one leads to the login. */
async function findOpenInvited(opening: Opening, posted?: Language): Promise<Invited> {
  const invited = await findInvited(opening, posted);
  if ('answer' in invited) return invited;
  const { key, invitation } = invited;
  const isUsed = invitation.userRegistered || invitation.userStatus !== 0;
  return isUsed ? { answer: { page: 'loginByKey', key } } : invited;
}

type Shown = Partial<InvitedPage> & Pick<AccessPageState, 'posted'>;

/** Shows an invitation. Its state is random, so that a repeated post is recognized. */
function show(
  deps: Deps,
  { key, invitation, language }: Exclude<Invited, { answer: Answer }>,
  status: number,
  { posted, ...shown }: Shown = {},
): Opened {
  const state = createToken(deps, stateKind, {});
  const invited = { hashUserKey: key, invitation, state, ...shown };
  return { status, language, state: { invited, ...(posted ? { posted } : {}) } };
}

/** Opens the page that requests a PIN. */
export async function openStart(opening: Opening): Promise<Answer> {
  const invited = await findOpenInvited(opening);
  return 'answer' in invited ? invited.answer : show(opening.deps, invited, 200);
}

/** Opens the page of the PIN. */
export async function openEnterPin(opening: Opening): Promise<Answer> {
  const invited = await findOpenInvited(opening);
  if ('answer' in invited) return invited.answer;
  const named = (opening.request.query as Record<string, string | undefined>)[sentParam];
  const sent = pinChannels.find((channel) => channel === named);
  return show(opening.deps, invited, 200, sent ? { sent } : {});
}

/** Opens a page of an invitation's client with the look of their provider, or the page without it. */
export const openByKey =
  (page: AccessPage) =>
  async (opening: Opening): Promise<Answer> => {
    const invited = await findInvited(opening);
    if ('answer' in invited) return { page };
    const isDone = doneParam in (opening.request.query as Record<string, unknown>);
    const opened = show(opening.deps, invited, 200);
    return isDone ? { ...opened, state: { ...opened.state, isDone } } : opened;
  };

/** Receives a page of an invitation's client, and shows it again with the look of their provider. */
export const receiveByKey =
  (receive: (visit: Visit) => Promise<Answer>) =>
  async (visit: Visit): Promise<Answer> => {
    const invited = await findInvited(visit, visit.parts.language);
    const answer = await receive(visit);
    if ('answer' in invited || 'page' in answer) return answer;
    const { key: hashUserKey, invitation } = invited;
    return { ...answer, state: { ...answer.state, invited: { hashUserKey, invitation } } };
  };

/** Returns the Idempotency-Key of a page: a hash of its random state. */
function getIdempotencyKey(deps: Deps, { values }: PostedParts): string | undefined {
  const state = getFirstValue(values, postedNames.state);
  return readToken(deps, stateKind, state) === undefined ? undefined : hashSecret(state);
}

/** Describes why no PIN was sent, with the time until the next one. */
function describeRefusal({ clock }: Deps, error: ProblemError, language: Language): string {
  const { nextPossibleRetry } = error.details;
  if (nextPossibleRetry === undefined) return describeProblem(error, language);
  const leftMs = Date.parse(nextPossibleRetry) - clock.now().getTime();
  const minutes = Math.max(1, Math.ceil(leftMs / minuteMs));
  return getTexts(language)('requestPin.tooOften.minutes', { minutes });
}

/** Sends a PIN to the invited client. */
export async function receiveStart(visit: Visit): Promise<Answer> {
  const { deps, request, reply, parts, checkLimit } = visit;
  const { language } = parts;
  const invited = await findOpenInvited(visit, language);
  if ('answer' in invited) return invited.answer;
  await checkLimit(requestPin);
  const action = getFirstValue(parts.values, postedNames.action);
  const preferred = pinChannels.find((channel) => action === postedActions.sendPin(channel));
  const idempotencyKey = getIdempotencyKey(deps, parts);
  try {
    const { channel } = await adhoc.requestPin(deps, invited.key, preferred, {
      browserHash: adhoc.markBrowser(deps, request, reply, idempotencyKey),
      idempotencyKey,
      log: request.log,
    });
    return { page: 'enterPin', key: invited.key, query: { [sentParam]: channel } };
  } catch (error) {
    const known = toProblem(error, request);
    const failure = describeRefusal(deps, known, language);
    const { status } = errorCatalogue[known.reason];
    return show(deps, invited, status, { posted: { answers: {}, errors: [], failure } });
  }
}

/** Returns true when no further attempt with this PIN can succeed. */
const isVoidNow = ({ reason, values }: ProblemError): boolean =>
  reason === 'pinVoid' || (reason === 'falsePin' && values.triesLeft === 0);

/** Opens the session of an invitation by its PIN. */
export async function receiveEnterPin(visit: Visit): Promise<Answer> {
  const { deps, request, reply, parts, checkLimit } = visit;
  const { language } = parts;
  const invited = await findOpenInvited(visit, language);
  if ('answer' in invited) return invited.answer;
  await checkLimit(loginAdhoc);
  const { key } = invited;
  const { answers, shown, isValid } = await readOwnForm(deps, 'enterPin', parts);
  if (!isValid) return show(deps, invited, 422, { posted: shown });
  try {
    const body = { key, password: String(answers['password']) };
    await adhoc.login(deps, reply, request, body, getIdempotencyKey(deps, parts));
    return { page: 'postedRegistration', key };
  } catch (error) {
    const known = toProblem(error, request);
    if (known.reason === 'alreadyRegistered') return { page: 'loginByKey', key };
    const { status } = errorCatalogue[known.reason];
    if (isVoidNow(known)) return show(deps, invited, status, { isVoid: true });
    const refused = known.reason === 'falsePin' ? { refused: 'password' } : {};
    const failure = describeProblem(known, language);
    return show(deps, invited, status, { posted: { ...shown, failure, ...refused } });
  }
}
