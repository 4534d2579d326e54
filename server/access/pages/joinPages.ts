/*
 * Adds a provider to a login that the invited client has, by posted pages: the login with its second
 * step, then the consent to add the provider, or a new username instead. The PIN and the accepted
 * texts come before.
 */
import { logout as logoutCall } from '#schemas/access/sessions.ts';
import { joinInvitation } from '#schemas/access/users.ts';
import { errorCatalogue } from '#schemas/platform/errors.ts';
import {
  findHeldCaller,
  findUsernameKey,
  getSessionUser,
  logout,
} from '#server/access/sessions/service.ts';
import * as users from '#server/access/users/service.ts';
import type { Deps } from '#server/deps.ts';
import { describeProblem, getFirstValue, toProblem } from '#server/forms/postedPages/service.ts';
import type { ProblemError } from '#server/problem.ts';
import { receiveLogin } from './loginPage.ts';
import { show, type Accepted, type Registering, type RegistrationState } from './registering.ts';
import type { Answer, Opened, Visit } from './visit.ts';

/** Shows the login, or the question to add the provider to the login of this browser. */
export async function startJoin(
  { deps, request }: Visit,
  registering: Registering,
  accepted: Accepted,
): Promise<Opened> {
  const login = await findHeldCaller(deps, request, 'registered');
  if (!login) return show(registering, 'login', 200, { accepted });
  const { username } = await getSessionUser(deps, 'registered', login.sessionId);
  return show(registering, 'join', 200, { accepted, username: username ?? '' });
}

/** Ends the login of this browser, which may be another person's, and asks for a new username. */
export async function registerInstead(
  { deps, request, reply, checkLimit }: Visit,
  registering: Registering,
  accepted: Accepted,
): Promise<Opened> {
  await checkLimit(logoutCall);
  await logout(deps, reply, request, 'registered');
  return show(registering, 'username', 200, { accepted, username: registering.wizard.username });
}

/** Receives username and password, or a code. Then asks whether to add the provider. */
export async function receiveLoginStep(
  visit: Visit,
  registering: Registering,
  { accepted, username, login = '' }: RegistrationState,
): Promise<Answer> {
  const answer = await receiveLogin(visit, login);
  if ('page' in answer) {
    const typed = getFirstValue(visit.parts.values, 'Username');
    return show(registering, 'join', 200, { accepted, username: username || typed });
  }
  const { second, posted, ...rest } = answer.state;
  const given = { accepted, posted, username: second?.username ?? '', login: second?.state };
  const opened = show(registering, 'login', answer.status, given);
  const { state = '' } = opened.state.invited ?? {};
  const step = second ? { second: { ...second, state } } : {};
  return { ...opened, state: { ...opened.state, ...rest, ...step } };
}

/** Returns true for two spellings of one user's name. Usernames of two users can fold to one. */
const isSameName = async ({ db }: Deps, one: string, other: string): Promise<boolean> =>
  (await findUsernameKey(db, one)) === (await findUsernameKey(db, other));

/**
 * Adds the provider to the login that the page has named. Returns an error about the accepted texts,
 * which are asked again.
 */
export async function receiveJoin(
  visit: Visit,
  registering: Registering,
  { accepted, username }: RegistrationState,
): Promise<Answer | ProblemError> {
  const { deps, request, checkLimit } = visit;
  const { key, wizard, language } = registering;
  await checkLimit(joinInvitation);
  const login = await findHeldCaller(deps, request, 'registered');
  if (login?.kind !== 'registered') return show(registering, 'login', 401, { accepted });
  const current = (await getSessionUser(deps, 'registered', login.sessionId)).username ?? '';
  if (!(await isSameName(deps, current, username)))
    return show(registering, 'join', 409, { accepted, username: current });
  try {
    const body = { joinToken: wizard.joinToken, AgbsAccepted: true, statementHashes: accepted };
    await users.joinInvitation(deps, login, key, body, language);
    return { page: 'postedRegistration', key };
  } catch (error) {
    const known = toProblem(error, request);
    if (known.reason === 'alreadyRegistered') return { page: 'postedRegistration', key };
    if (known.fields || known.reason === 'statementsChanged') return known;
    const posted = { answers: {}, errors: [], failure: describeProblem(known, language) };
    return show(registering, 'join', errorCatalogue[known.reason].status, {
      accepted,
      username,
      posted,
    });
  }
}
