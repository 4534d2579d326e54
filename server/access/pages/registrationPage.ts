/*
 * Registers an invited client by posted pages: accepted texts, then username and password, or the
 * login that the client has. What was given so far is sealed into the next page. The session is that
 * of the PIN, by its cookie.
 */
import type { RegistrationStep } from '#schemas/access/accessPages.ts';
import { checkUsername, registerUser } from '#schemas/access/users.ts';
import { consentNames, postedActions, postedNames } from '#schemas/forms/postedForms.ts';
import { errorCatalogue } from '#schemas/platform/errors.ts';
import type { Language } from '#schemas/platform/common.ts';
import { findHeldCaller, hasLiveSession } from '#server/access/sessions/service.ts';
import * as users from '#server/access/users/service.ts';
import {
  describeProblem,
  getFirstValue,
  readOwnForm,
  toPostedErrors,
  toProblem,
} from '#server/forms/postedPages/service.ts';
import { ProblemError } from '#server/problem.ts';
import { readToken } from '#server/security/sealedTokens.ts';
import { findInvited, type Invited as FoundInvitation } from './invitationPages.ts';
import { receiveJoin, receiveLoginStep, registerInstead, startJoin } from './joinPages.ts';
import {
  show,
  stateKind,
  type Accepted,
  type Registering,
  type RegistrationState,
} from './registering.ts';
import type { Answer, Opened, Visit } from './visit.ts';

type Invited = Exclude<FoundInvitation, { answer: Answer }>;

const doneStep: RegistrationStep = { page: 'done', name: '', accepted: {}, missing: [] };

/** Returns the page of a browser that has no session of the PIN, which a registration ends. */
async function findWithoutPin({ deps, request }: Omit<Visit, 'parts'>, invited: Invited) {
  const { key, invitation, language } = invited;
  if (!invitation.userRegistered) return { page: 'start', key } as const;
  const login = await findHeldCaller(deps, request, 'registered');
  if (!login?.allAccountIds.includes(invitation.accountId))
    return { page: 'loginByKey', key } as const;
  const registration = { ...doneStep, hasJoined: true } as const;
  const state = { invited: { hashUserKey: key, invitation }, registration };
  return { status: 200, language, state };
}

/** Returns the client whose PIN this browser has given, or the page to show instead. */
async function findRegistering(
  opening: Omit<Visit, 'parts'>,
  posted?: Language,
): Promise<Registering | { answer: Answer }> {
  const { deps, request } = opening;
  const invited = await findInvited(opening, posted);
  if ('answer' in invited) return invited;
  const { key, invitation, language } = invited;
  const caller = await findHeldCaller(deps, request, 'unregistered');
  if (!caller) return { answer: await findWithoutPin(opening, invited) };
  try {
    const wizard = await users.openWizard(deps, caller, key);
    return { deps, key, invitation, language, caller, wizard };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.reason === 'notFound') return { answer: { page: 'start', key } };
    if (error.reason !== 'alreadyRegistered') throw error;
    const state = { invited: { hashUserKey: key, invitation }, registration: doneStep };
    return { answer: { status: 200, language, state } };
  }
}

/** Opens the first step, or the confirmation after the last. */
export async function openRegistration(opening: Omit<Visit, 'parts'>): Promise<Answer> {
  const registering = await findRegistering(opening);
  return 'answer' in registering ? registering.answer : show(registering, 'welcome', 200);
}

/** Receives a step. */
export async function receiveRegistration(visit: Visit): Promise<Answer> {
  const { deps, parts } = visit;
  const registering = await findRegistering(visit, parts.language);
  if ('answer' in registering) return registering.answer;
  const sealed = getFirstValue(parts.values, postedNames.state);
  const state = readToken<RegistrationState>(deps, stateKind, sealed);
  if (state?.key !== registering.key) return receiveConsent(visit, registering);
  const action = getFirstValue(parts.values, postedNames.action);
  if (action === postedActions.goTo('login')) return startJoin(visit, registering, state.accepted);
  if (action === postedActions.goTo('username'))
    return registerInstead(visit, registering, state.accepted);
  // the second step of a login has a step back of its own
  if (action === postedActions.back && state.login === undefined)
    return show(registering, stepsBefore[state.page], 200, state);
  return receivers[state.page](visit, registering, state);
}

const stepsBefore = {
  username: 'welcome',
  password: 'username',
  login: 'username',
  join: 'welcome',
} as const satisfies Record<RegistrationState['page'], RegistrationStep['page']>;

const receivers: Record<
  RegistrationState['page'],
  (visit: Visit, registering: Registering, state: RegistrationState) => Promise<Answer>
> = {
  username: receiveUsername,
  password: receivePassword,
  login: receiveLoginStep,
  async join(visit, registering, state) {
    const refused = await receiveJoin(visit, registering, state);
    return refused instanceof ProblemError ? showRefused(registering, state, refused) : refused;
  },
};

/** Texts to accept: their field of an invitation, and the name of their hash. */
const texts = {
  agbAccepted: { field: 'esyThingAgb', hash: 'agb' },
  datenschutzAccepted: { field: 'esyThingDatenschutz', hash: 'datenschutz' },
} as const;

async function receiveConsent(visit: Visit, registering: Registering): Promise<Opened> {
  const { deps, request } = visit;
  const { values } = visit.parts;
  const { invitation, wizard } = registering;
  const asked = consentNames.filter((name) => invitation[texts[name].field] !== null);
  const missing = asked.filter((name) => !values.has(name));
  const shown = new URLSearchParams(getFirstValue(values, postedNames.statements));
  const accepted: Accepted = Object.fromEntries(
    asked
      .filter((name) => values.has(name))
      .map((name) => [texts[name].hash, shown.get(texts[name].hash) ?? '']),
  );
  if (missing.length > 0) return show(registering, 'welcome', 422, { accepted, missing });
  return (await hasLiveSession(deps, request, 'registered'))
    ? startJoin(visit, registering, accepted)
    : show(registering, 'username', 200, { accepted, username: wizard.username });
}

async function receiveUsername(
  { deps, parts, checkLimit }: Visit,
  registering: Registering,
  { accepted }: RegistrationState,
): Promise<Opened> {
  await checkLimit(checkUsername);
  const { caller, language } = registering;
  const { answers, shown, isValid } = await readOwnForm(deps, 'registrationUsername', parts);
  const { username = '' } = answers as { username?: string };
  if (!isValid) return show(registering, 'username', 422, { accepted, username, posted: shown });
  const checked = await users.checkUsername(deps, caller, username, language);
  if (checked.isValid) return show(registering, 'password', 200, { accepted, username });
  const { reasonMessage: text = '' } = checked;
  const errors = [{ address: 'username', pointer: '/username', rule: 'refused', text }];
  const posted = { ...shown, errors };
  return show(registering, 'username', 422, { accepted, username, posted });
}

async function receivePassword(
  visit: Visit,
  registering: Registering,
  state: RegistrationState,
): Promise<Answer> {
  const { deps, parts, request, checkLimit } = visit;
  const { key, caller, wizard, language } = registering;
  const { accepted, username } = state;
  await checkLimit(registerUser);
  const person = { username, email: wizard.email };
  const { answers, shown, isValid } = await readOwnForm(
    deps,
    'registrationPassword',
    parts,
    person,
  );
  const again = { accepted, username };
  if (!isValid) return show(registering, 'password', 422, { ...again, posted: shown });
  const { password } = answers['password'] as { password: string };
  const { accountId, userId, token } = wizard;
  try {
    const body = {
      username,
      password,
      passwordConfirmation: password,
      accountId,
      Key: await users.getTask(deps, caller, accountId, key),
      userId,
      AgbsAccepted: true,
      statementHashes: accepted,
      token,
    };
    await users.registerUser(deps, request, caller, { acc: accountId, key }, body, language);
    return { page: 'postedRegistration', key };
  } catch (error) {
    const known = toProblem(error, request);
    if (known.reason === 'alreadyRegistered') return { page: 'postedRegistration', key };
    return showRefused(registering, again, known);
  }
}

/** Shows the step that asks for what was refused. */
function showRefused(
  registering: Registering,
  again: Pick<RegistrationState, 'accepted' | 'username'>,
  error: ProblemError,
): Opened {
  const { status } = errorCatalogue[error.reason];
  const pointers = Object.keys(error.fields ?? {});
  const errors = toPostedErrors(error);
  if (pointers.includes('/username')) {
    const { username } = again;
    const posted = { answers: { username }, errors };
    return show(registering, 'username', status, { ...again, posted });
  }
  const isConsent = pointers.some((each) => /^\/(?:AgbsAccepted|statementHashes)/.test(each));
  if (isConsent || error.reason === 'statementsChanged') {
    const failure = errors[0]?.text ?? describeProblem(error, registering.language);
    const posted = { answers: {}, errors: [], failure };
    return show(registering, 'welcome', status, { ...again, accepted: {}, posted });
  }
  const failure = errors.length === 0 ? describeProblem(error, registering.language) : undefined;
  const posted = { answers: {}, errors, ...(failure === undefined ? {} : { failure }) };
  return show(registering, 'password', status, { ...again, posted });
}
