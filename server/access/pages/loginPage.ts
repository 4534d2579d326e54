/*
 * Logs in by posted pages: username and password, then a code. Attempts, locks and sessions are
 * those of the calls.
 */
import type { LoginLock, SecondStepPage } from '#schemas/access/accessPages.ts';
import { giveSecondFactor } from '#schemas/access/secondFactor.ts';
import {
  login,
  logout,
  type SecondFactorMethod,
  type SecondStep,
} from '#schemas/access/sessions.ts';
import { errorCatalogue } from '#schemas/platform/errors.ts';
import { postedActions, postedNames } from '#schemas/forms/postedForms.ts';
import { secondMs } from '#schemas/platform/time.ts';
import { storedFactorLimits } from '#server/access/limits.ts';
import { giveCode } from '#server/access/secondFactor/service.ts';
import * as sessions from '#server/access/sessions/service.ts';
import type { Deps } from '#server/deps.ts';
import {
  describeProblem,
  getFirstValue,
  readOwnForm,
  toProblem,
} from '#server/forms/postedPages/service.ts';
import { createProblem, type ProblemError } from '#server/problem.ts';
import { createToken, readToken } from '#server/security/sealedTokens.ts';
import { showFailure, showWrongForm, type Answer, type Visit } from './visit.ts';

/** Data of the second step, sealed into its page. The server stores none of it. */
type LoginState = SecondStep & { username: string };

const stateKind = { name: 'postedLogin', minutes: storedFactorLimits.challengeMinutes };

/** Methods that work without scripts, with their form and its element. */
const codes = {
  totp: { form: 'secondFactor', element: 'code' },
  recoveryCode: { form: 'recoveryCode', element: 'recoveryCode' },
} as const;
type CodeMethod = keyof typeof codes;

const isCode = (method: SecondFactorMethod): method is CodeMethod => method in codes;

function getLock(
  { clock }: Deps,
  { details: { nextPossibleRetry } }: ProblemError,
): { lock?: LoginLock } {
  if (nextPossibleRetry === undefined) return {};
  const leftMs = Date.parse(nextPossibleRetry) - clock.now().getTime();
  const secondsLeft = Math.max(0, Math.ceil(leftMs / secondMs));
  return { lock: { until: nextPossibleRetry, secondsLeft } };
}

/** Receives a page of the login. `sealed` is the state of its second step, else empty. */
export const receiveLogin = (
  visit: Visit,
  sealed = getFirstValue(visit.parts.values, postedNames.state),
): Promise<Answer> => (sealed === '' ? receivePassword(visit) : receiveCode(visit, sealed));

async function receivePassword(visit: Visit): Promise<Answer> {
  const { deps, request, reply, parts, checkLimit } = visit;
  await checkLimit(login);
  const form = await readOwnForm(deps, 'login', parts);
  if (!form.isValid) return showWrongForm(form);
  const username = String(form.answers['Username']);
  try {
    const body = { Username: username, Password: String(form.answers['Password']) };
    const result = await sessions.login(deps, reply, request, body);
    if (!('challenge' in result)) return { page: 'loggedIn' };
    return showSecondStep(deps, { ...result, username });
  } catch (error) {
    const known = toProblem(error, request);
    const { lock } = getLock(deps, known);
    if (lock)
      return {
        status: errorCatalogue[known.reason].status,
        state: { posted: { ...form.shown, errors: [] }, lock },
      };
    const isWrong = known.reason === 'wrongCredentials';
    return showFailure(visit, form, known, isWrong ? 'Password' : undefined);
  }
}

function describeSecondStep(
  deps: Deps,
  state: LoginState,
  method: SecondFactorMethod | undefined,
): SecondStepPage {
  return {
    ...state,
    state: createToken(deps, stateKind, state),
    method: method ?? state.methods.find(isCode) ?? 'recoveryCode',
  };
}

const showSecondStep = (deps: Deps, state: LoginState, method?: SecondFactorMethod): Answer => ({
  status: 200,
  state: { second: describeSecondStep(deps, state, method) },
});

/** Shows the first step again. */
const showFirstStep = (username: string, error?: ProblemError, notice?: string): Answer => ({
  status: error ? errorCatalogue[error.reason].status : 200,
  state: {
    posted: { answers: username === '' ? {} : { Username: username }, errors: [] },
    ...(notice === undefined ? {} : { notice }),
  },
});

const startOver = ({ parts: { language } }: Visit, username: string, error: ProblemError): Answer =>
  showFirstStep(username, error, describeProblem(error, language));

async function receiveCode(visit: Visit, sealed: string): Promise<Answer> {
  const { deps, parts } = visit;
  const state = readToken<LoginState>(deps, stateKind, sealed);
  if (!state) return startOver(visit, '', createProblem('tookTooLong'));
  const action = getFirstValue(parts.values, postedNames.action);
  if (action === postedActions.back) return showFirstStep(state.username);
  const chosen = state.methods.filter(isCode).find((each) => action === postedActions.goTo(each));
  if (chosen) return showSecondStep(deps, state, chosen);
  return checkCode(visit, state);
}

async function checkCode(visit: Visit, state: LoginState): Promise<Answer> {
  const { deps, request, reply, parts, checkLimit } = visit;
  await checkLimit(giveSecondFactor);
  const { challenge, username } = state;
  const method = parts.values.has(codes.totp.element) ? 'totp' : 'recoveryCode';
  const { form: name, element } = codes[method];
  const second = describeSecondStep(deps, state, method);
  const form = await readOwnForm(deps, name, parts);
  const shown = { answers: {}, errors: form.shown.errors }; // a recovery code is secret, too
  if (!form.isValid) return { status: 422, state: { posted: shown, second } };
  try {
    const body = { challenge, code: String(form.answers[element]) };
    // The sealed state is random and stored nowhere, so the hash does not help to guess a code.
    await giveCode(deps, reply, request, body, parts.hash);
    return { page: 'loggedIn' };
  } catch (error) {
    const known = toProblem(error, request);
    if (known.reason === 'tookTooLong') return startOver(visit, username, known);
    const { status } = errorCatalogue[known.reason];
    if (known.details.nextPossibleRetry !== undefined)
      return {
        status,
        state: { posted: shown, second: { ...second, ...getLock(deps, known) } },
      };
    const failure = describeProblem(known, parts.language);
    const refused = known.reason === 'wrongCode' ? { refused: element } : {};
    return { status, state: { posted: { ...shown, failure, ...refused }, second } };
  }
}

/** Opens the page after a login; without a session it is the login. */
export async function openLoggedIn({ deps, request }: Omit<Visit, 'parts'>): Promise<Answer> {
  const isLoggedIn = await sessions.hasLiveSession(deps, request, 'registered');
  return isLoggedIn ? { status: 200, state: {} } : { page: 'login' };
}

/** Ends the session that a posted page has opened. */
export async function receiveLogout({ deps, request, reply, checkLimit }: Visit): Promise<Answer> {
  await checkLimit(logout);
  await sessions.logout(deps, reply, request, 'registered');
  return { page: 'login' };
}
