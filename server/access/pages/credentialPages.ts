/* Forgotten usernames and passwords, and the link for a new one, by posted pages. */
import type { FastifyRequest } from 'fastify';
import {
  getPasswordReset,
  resetPassword,
  sendPasswordLink,
  sendUsername,
} from '#schemas/access/credentials.ts';
import type { AccessPage } from '#schemas/access/accessPages.ts';
import { errorCatalogue } from '#schemas/platform/errors.ts';
import type { Language } from '#schemas/platform/common.ts';
import { credentialRateLimits } from '#server/access/limits.ts';
import * as credentials from '#server/access/credentials/service.ts';
import type { Deps } from '#server/deps.ts';
import { describeProblem, readOwnForm, toProblem } from '#server/forms/postedPages/service.ts';
import { ProblemError } from '#server/problem.ts';
import { createToken, readToken } from '#server/security/sealedTokens.ts';
import {
  doneParam,
  showFailure,
  showWrongForm,
  type Answer,
  type Opened,
  type Visit,
} from './visit.ts';

const requests = {
  username: { call: sendUsername, form: 'forgotUsername', element: 'email' },
  password: { call: sendPasswordLink, form: 'forgotPassword', element: 'username' },
} as const;

/** Receives the request for a forgotten username or password, and redirects to its page. */
export const receiveRequest =
  (kind: keyof typeof requests, page: AccessPage) =>
  async (visit: Visit): Promise<Answer> => {
    const { deps, parts, checkLimit, request } = visit;
    const { call, form: name, element } = requests[kind];
    await checkLimit(call);
    const form = await readOwnForm(deps, name, parts);
    if (!form.isValid) return showWrongForm(form);
    try {
      await credentials.storeRequest(deps, kind, String(form.answers[element]));
      const { hashUserKey: key } = request.params as { hashUserKey?: string };
      return { page, query: { [doneParam]: '1' }, ...(key === undefined ? {} : { key }) };
    } catch (error) {
      return showFailure(visit, form, toProblem(error, request));
    }
  };

/** Describes a link by its user, or by why it cannot be used. */
async function describeLink(deps: Deps, passwordKey: string, language: Language): Promise<Opened> {
  try {
    const username = await credentials.getUsernameOfLink(deps, passwordKey);
    return { status: 200, state: { link: { username } } };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const refusal = describeProblem(error, language);
    return { status: errorCatalogue[error.reason].status, state: { link: { refusal } } };
  }
}

const getKey = ({ params }: Pick<FastifyRequest, 'params'>): string =>
  (params as { passwordKey: string }).passwordKey;

/** Opens the page of a link, which changes nothing. */
export async function openResetLink(
  { deps, request, checkLimit }: Omit<Visit, 'parts'>,
  language: Language,
): Promise<Opened> {
  await checkLimit(getPasswordReset);
  return describeLink(deps, getKey(request), language);
}

const doneKind = { name: 'passwordReset', minutes: credentialRateLimits.doneMinutes };

/** Returns true for the address that a reset has redirected to. */
export const isResetDone = (deps: Deps, token: string): boolean =>
  readToken(deps, doneKind, token) !== undefined;

/** Sets a password by a link. */
export async function receivePasswordReset(visit: Visit): Promise<Answer> {
  const { deps, parts, checkLimit, request } = visit;
  const { language, sender } = parts;
  await checkLimit(resetPassword);
  const passwordKey = getKey(request);
  const opened = await describeLink(deps, passwordKey, language);
  const { link } = opened.state;
  const person = link && 'username' in link ? { username: link.username } : {};
  const form = await readOwnForm(deps, 'resetPassword', parts, person);
  const show = (answer: Answer): Answer =>
    'state' in answer ? { ...answer, state: { ...answer.state, ...opened.state } } : answer;
  if (!form.isValid) return show(showWrongForm(form));
  const { password } = form.answers['password'] as { password: string };
  try {
    // The link is random and stored nowhere; the sender keeps others from guessing the password.
    const asked = { language, idempotencyKey: `${sender} ${passwordKey}` };
    await credentials.resetPassword(deps, passwordKey, password, asked);
    const token = createToken(deps, doneKind, {});
    return { page: 'resetPasswordDone', query: { [doneParam]: token } };
  } catch (error) {
    const known = toProblem(error, request);
    // a conflict: the link was used for another password
    return ['linkInvalid', 'linkExpired', 'conflict'].includes(known.reason)
      ? describeLink(deps, passwordKey, language)
      : show(showFailure(visit, form, known));
  }
}
