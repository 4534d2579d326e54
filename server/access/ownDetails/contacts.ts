import type { FastifyBaseLogger } from 'fastify';
import { credentialLimits } from '#schemas/access/limits.ts';
import type { WaitingContact } from '#schemas/access/ownDetails.ts';
import { buildEmailKey } from '#schemas/access/users.rules.ts';
import type { UserData } from '#schemas/access/users.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { ContactChangeRow, Db, UserRow } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { CallerOf } from '#server/http/session.ts';
import { createProblem, createProblemUntil, ProblemError } from '#server/problem.ts';
import * as idempotency from '#server/security/idempotency.ts';
import { getTexts } from '#server/texts.ts';
import { reserveSms } from '#server/access/adhoc/service.ts';
import {
  assertPassword,
  getRegisteredUser,
  voidLinks,
  type Registered,
} from '#server/access/credentials/service.ts';
import { getSessionUser } from '#server/access/sessions/service.ts';
import { readSmsNumber } from '#server/access/users/service.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import {
  assertMayMakePin,
  checkPin,
  consumePin,
  getNewestPin,
  newPin,
  storePin,
} from '#server/forms/pins/service.ts';
import { canSendSms } from '#server/mail/mailOutbox/service.ts';
import { changeAtAccounts } from './changeAtAccounts.ts';
import { mailCode, mailNotice, sendCode } from './contactMails.ts';
import * as repository from './repository.ts';

type Kind = ContactChangeRow['kind'];
type Registering = CallerOf<'registered'>;

export type ContactCall = {
  language: Language;
  idempotencyKey: string | undefined;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

const getSubject = (kind: Kind, userId: string): string => `${kind}:${userId}`;

/** Returns the new value in its stored form; throws `invalidInput` for one that cannot be used. */
function parseValue(kind: Kind, text: string, login: Registered, language: Language): string {
  const value = kind === 'mobile' ? readSmsNumber(text) : text.trim();
  const refuse = (id: 'contact.mobile.unusable' | 'contact.same') =>
    createProblem('invalidInput', { [`/${kind}`]: getTexts(language)(id, {}) });
  if (value === undefined) throw refuse('contact.mobile.unusable');
  const key = kind === 'email' ? buildEmailKey : String;
  if (key(value) === key(login[kind] ?? '')) throw refuse('contact.same');
  return value;
}

type Wanted = { value: string; password: string };

async function storeAndSend(
  deps: Deps,
  { userId }: Registering,
  kind: Kind,
  wanted: Wanted,
  { language, log }: ContactCall,
  key: idempotency.CallKey,
): Promise<WaitingContact> {
  if (kind === 'mobile' && !canSendSms(deps)) throw createProblem('pinNotSent');
  const login = await assertPassword(deps, userId, wanted.password, language);
  const value = parseValue(kind, wanted.value, login, language);
  const subject = getSubject(kind, userId);
  await assertMayMakePin(deps, deps.db, subject);
  const pin = await newPin(deps);
  return inTransaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    await repository.lockLogin(db, userId);
    const validMinutes = credentialLimits.contactCodeMinutes;
    const { validUntil } = await storePin(deps, db, subject, pin, { validMinutes });
    await repository.putWaiting(db, { userId, kind, value, validUntil });
    if (kind === 'mobile') {
      const endsAt = await reserveSms(tx, { to: value, accountId: login.accountId }, log);
      if (endsAt !== undefined) throw createProblemUntil('tooManyRequests', endsAt);
    }
    const send = kind === 'mobile' ? sendCode : mailCode;
    await send(deps, db, login, { to: value, code: pin.digits, goodUntil: validUntil });
    return idempotency.storeResponse(tx, key, wanted, { value, validUntil });
  });
}

/**
 * Sends a code to a new address or number after a check of the password. A retry gets the same
 * response and sends nothing.
 */
export async function startChange(
  deps: Deps,
  caller: Registering,
  kind: Kind,
  wanted: Wanted,
  call: ContactCall,
): Promise<WaitingContact> {
  const { idempotencyKey } = call;
  const key = { scope: `contact:${getSubject(kind, caller.userId)}`, idempotencyKey };
  const replay = await idempotency.findResponse<WaitingContact>(deps, key, wanted);
  if (replay) return replay;
  return storeAndSend(deps, caller, kind, wanted, call, key).catch((error: unknown) =>
    idempotency.findAfterRace<WaitingContact>(deps, key, wanted, error),
  );
}

/** Checks a code; throws `invalidInput` for a wrong one, with the attempts that are left. */
async function checkCode(deps: Deps, subject: string, code: string, language: Language) {
  const pin = await getNewestPin(deps, subject);
  if (!pin) throw createProblem('pinVoid');
  await checkPin(deps, pin, code).catch((error: unknown) => {
    if (!(error instanceof ProblemError) || error.reason !== 'falsePin') throw error;
    const count = Number(error.values['triesLeft']);
    throw createProblem('invalidInput', {
      '/code': getTexts(language)('contact.code.wrong', { count }),
    });
  });
  return pin;
}

/** Changes the confirmed value at the login and at its accounts, and mails a notice. */
async function apply(
  deps: Deps,
  db: Db,
  queueEvent: Parameters<typeof changeAtAccounts>[1],
  { userId: loginId, kind, value }: ContactChangeRow,
): Promise<void> {
  const login = await getRegisteredUser(db, loginId);
  const emailKey = buildEmailKey(value);
  const ofLogin: Partial<UserRow> =
    kind === 'email' ? { loginEmail: value, loginEmailKey: emailKey } : { mobile: value };
  await repository.updateUsers(db, [loginId], ofLogin);
  const change = kind === 'email' ? { email: value, emailKey } : { mobile: value };
  await changeAtAccounts(db, queueEvent, loginId, change);
  if (kind === 'email') await voidLinks(deps, db, loginId);
  await mailNotice(deps, db, login, kind); // to the address that the login had before
}

async function checkAndApply(
  deps: Deps,
  { userId }: Registering,
  kind: Kind,
  code: string,
  language: Language,
  key: idempotency.CallKey,
): Promise<Confirmed> {
  const pin = await checkCode(deps, getSubject(kind, userId), code, language);
  return inTransactionWithEvents(deps, async (db, queueEvent) => {
    const tx = { ...deps, db };
    await repository.lockLogin(db, userId);
    if (!(await consumePin(tx, pin))) throw createProblem('pinVoid');
    const waiting = await repository.takeWaiting(db, userId, kind);
    if (!waiting) throw createProblem('pinVoid');
    await apply(deps, db, queueEvent, waiting);
    return idempotency.storeResponse<Confirmed>(tx, key, code, { confirmed: true });
  });
}

type Confirmed = { confirmed: true };

/**
 * Changes the address or number that a code confirms; a retry gets the same response. Throws
 * `invalidInput` for a wrong code, and `pinVoid` for one that is no longer valid.
 */
export async function confirmChange(
  deps: Deps,
  caller: Registering,
  kind: Kind,
  code: string,
  { language, idempotencyKey }: Pick<ContactCall, 'language' | 'idempotencyKey'>,
): Promise<{ user: UserData }> {
  const key = { scope: `confirm:${getSubject(kind, caller.userId)}`, idempotencyKey };
  const replay = await idempotency.findResponse<Confirmed>(deps, key, code);
  if (!replay)
    await checkAndApply(deps, caller, kind, code, language, key).catch((error: unknown) =>
      idempotency.findAfterRace<Confirmed>(deps, key, code, error),
    );
  return { user: await getSessionUser(deps, 'registered', caller.sessionId) };
}
