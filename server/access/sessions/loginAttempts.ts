/*
 * Counts failed login attempts (wrong password or code) per username, device and IP address.
 * Locks the login against brute force.
 */
import { dayMs, minuteMs } from '#schemas/platform/time.ts';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { loginLimits } from '#server/access/limits.ts';
import type { LoginTriesRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createProblemUntil, ProblemError } from '#server/problem.ts';
import { getIntervalEnd } from '#server/security/intervals.ts';
import { compareInQueue, type Compare } from '#server/security/passwords.ts';
import { computeMac, isMac } from '#server/security/secrets.ts';
import { setOwnCookie } from '#server/http/cookies.ts';
import { getNetwork } from './network.ts';
import * as repository from './repository.ts';

const deviceCookie = 'formakte-device';
const deviceDays = 365;

const purpose = 'tries';
const sign = (deps: Pick<Deps, 'config'>, text: string): string =>
  computeMac(deps, purpose, text, 'hex');

/** Two counters per username, because a right password must not reset the attempts of the code. */
export type Factor = 'name' | 'code';

/** Hashes the name, because people also type a password into the username field. */
const hashName = (deps: Pick<Deps, 'config'>, usernameKey: string, factor: Factor): string =>
  sign(deps, `${factor}:${usernameKey}`);

/** Reads the device id from the cookie that this user's last login has set. */
function readDevice(deps: Deps, request: FastifyRequest, usernameKey: string): string | undefined {
  const [device = '', signature = ''] = request.cookies[deviceCookie]?.split('.') ?? [];
  return isMac(deps, signature, purpose, `device:${usernameKey}:${device}`, 'hex')
    ? device
    : undefined;
}

/**
 * The counters of an attempt: the known device, else the username and the IP address.
 * An attacker who locks the username does not lock the owner's device.
 */
export type Attempt = {
  usernameKey: string;
  subject: string;
  address: string | undefined;
  /** Attempts left after this one; a failure of the last one locks until `lockedUntil`. */
  triesLeft: number;
  lockedUntil: string | null;
};

type Uncounted = Omit<Attempt, 'triesLeft' | 'lockedUntil'>;

async function createAttempt(
  deps: Deps,
  request: FastifyRequest,
  username: string,
  factor: Factor,
): Promise<Uncounted> {
  const usernameKey = await repository.findUsernameKey(deps.db, username);
  const device = readDevice(deps, request, usernameKey);
  const name = hashName(deps, usernameKey, factor);
  if (device !== undefined)
    return { usernameKey, subject: `${name}:${device}`, address: undefined };
  return {
    usernameKey,
    subject: name,
    address: `address:${sign(deps, `address:${getNetwork(request.ip)}`)}`,
  };
}

/** Allows more attempts in a demo, where many visitors share an address. */
const getAddressLimit = ({ config }: Deps): number =>
  config.mode === 'demo'
    ? loginLimits.wrongAttemptsOfDemoAddress
    : loginLimits.wrongAttemptsOfAddress;

async function addAttempt(
  deps: Deps,
  subject: string,
  every: number,
  undecidedSince?: string,
): ReturnType<typeof repository.addLoginAttempt> {
  const now = deps.clock.now();
  const locks = loginLimits.lockMinutes.map((minutes) =>
    new Date(now.getTime() + minutes * minuteMs).toISOString(),
  );
  const triedAt = now.toISOString();
  const counted = await repository.addLoginAttempt(deps.db, subject, {
    now: triedAt,
    every,
    locks,
    ...(undecidedSince === undefined ? {} : { undecidedSince }),
  });
  if (counted?.lockedUntil) getIntervalEnd(deps, subject, triedAt, counted.lockedUntil);
  return counted;
}

/** Returns the end of the lock. Releases a lock that has ended by the monotonic clock only. */
async function findLockEnd(
  deps: Deps,
  { subject, triedAt, lockedUntil }: LoginTriesRow,
): Promise<string | undefined> {
  if (lockedUntil === null) return undefined;
  const [end, now] = [getIntervalEnd(deps, subject, triedAt, lockedUntil), deps.clock.now()];
  if (end > now.getTime()) return new Date(end).toISOString();
  if (Date.parse(lockedUntil) > now.getTime())
    await repository.releaseLock(deps.db, subject, lockedUntil);
  return undefined;
}

/** Returns true while the passwords of attempts that reached the limit are being compared. */
function isUndecided(deps: Deps, { subject, triedAt, undecided }: LoginTriesRow): boolean {
  const end = new Date(Date.parse(triedAt) + loginLimits.undecidedMs).toISOString();
  return undecided > 0 && getIntervalEnd(deps, subject, triedAt, end) > deps.clock.now().getTime();
}

/**
 * Counts an attempt. Undefined while attempts that reached the limit are still being compared, because
 * a right one of them unlocks, and when a lock has just ended. Throws `loginLocked`.
 */
async function countUndecided(deps: Deps, attempt: Uncounted): Promise<Attempt | undefined> {
  const now = deps.clock.now();
  const undecidedSince = new Date(now.getTime() - loginLimits.undecidedMs).toISOString();
  const { subject } = attempt;
  const counted = await addAttempt(deps, subject, loginLimits.wrongAttempts, undecidedSince);
  if (counted) {
    const used = ((counted.tries - 1) % loginLimits.wrongAttempts) + 1;
    const { lockedUntil } = counted;
    return { ...attempt, triesLeft: loginLimits.wrongAttempts - used, lockedUntil };
  }
  const found = await repository.findLoginAttempts(deps.db, subject);
  if (!found || isUndecided(deps, found)) return undefined;
  const lockedUntil = await findLockEnd(deps, found);
  if (lockedUntil === undefined) return undefined; // it has ended meanwhile
  throw createProblemUntil('loginLocked', lockedUntil);
}

/** Throws `loginLocked` if too many names were tried from the address. */
async function assertAddressOpen(deps: Deps, { address }: Uncounted): Promise<void> {
  const found = address && (await repository.findLoginAttempts(deps.db, address));
  const lockedUntil = found && (await findLockEnd(deps, found));
  if (lockedUntil) throw createProblemUntil('loginLocked', lockedUntil);
}

/** Repeats `take` while it is undefined, at most for as long as a comparison may take. */
async function waitForDecision<T>({ clock }: Deps, take: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + loginLimits.undecidedMs;
  while (performance.now() < end) {
    const taken = await take();
    if (taken !== undefined) return taken;
    await sleep(loginLimits.undecidedPollMs);
  }
  throw createProblemUntil('loginLocked', clock.now().toISOString());
}

/**
 * Counts an attempt before the code is compared, so that concurrent requests cannot exceed the
 * limit. Throws `loginLocked` with the end of the lockout, also for unknown usernames. The caller
 * ends it with `countFailedAttempt` or `resetLockout`.
 */
export async function countLoginAttempt(
  deps: Deps,
  request: FastifyRequest,
  username: string,
  factor: Factor = 'name',
): Promise<Attempt> {
  const attempt = await createAttempt(deps, request, username, factor);
  await assertAddressOpen(deps, attempt);
  return waitForDecision(deps, () => countUndecided(deps, attempt));
}

/**
 * Counts an attempt, compares a password, and resets or keeps the count, all in the queue of the
 * hashes. A call waits outside of the queue while others with the same name are undecided, so that
 * many right logins at once all succeed.
 */
export async function compareAttempt<T extends { isRight: boolean }>(
  deps: Deps,
  request: FastifyRequest,
  username: string,
  work: (compare: Compare, usernameKey: string) => Promise<T>,
): Promise<T & { counted: Attempt }> {
  const attempt = await createAttempt(deps, request, username, 'name');
  return waitForDecision(deps, () =>
    compareInQueue(deps, async (compare) => {
      await assertAddressOpen(deps, attempt);
      const counted = await countUndecided(deps, attempt);
      if (!counted) return undefined;
      const outcome = await work(compare, attempt.usernameKey);
      await (outcome.isRight ? resetLockout : countFailedAttempt)(deps, counted);
      return { ...outcome, counted };
    }),
  );
}

/** Counts a failed attempt for the IP address as well. */
export async function countFailedAttempt(deps: Deps, { subject, address }: Attempt): Promise<void> {
  await repository.decideAttempt(deps.db, subject);
  if (address) await addAttempt(deps, address, getAddressLimit(deps));
}

/**
 * Creates the error of a wrong password or code, with the attempts left or the end of the lock.
 * They are alike for unknown usernames.
 */
export const createWrongAttemptError = (
  reason: 'wrongCredentials' | 'wrongCode',
  { triesLeft, lockedUntil }: Attempt,
) =>
  new ProblemError(
    reason,
    undefined,
    { triesLeft },
    lockedUntil === null ? {} : { nextPossibleRetry: lockedUntil },
  );

/**
 * Resets the attempts of a username or device after a success. The address is not reset, or an
 * attacker could reset it by logging in to an account of their own.
 */
export const resetLockout = ({ db }: Deps, { subject }: Attempt): Promise<void> =>
  repository.deleteLoginAttempts(db, subject);

/**
 * Unlocks a user's password on every device, after a proof of identity by mail. The attempts of
 * the code are kept.
 */
export async function resetLoginLockout(
  deps: Pick<Deps, 'db' | 'config'>,
  username: string,
): Promise<void> {
  const usernameKey = await repository.findUsernameKey(deps.db, username);
  await repository.deleteAllLoginAttempts(deps.db, hashName(deps, usernameKey, 'name'));
}

/** Sets the device cookie after a login. */
export function rememberDevice(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  usernameKey: string,
): void {
  const device = readDevice(deps, request, usernameKey) ?? randomBytes(16).toString('base64url');
  const expires = new Date(deps.clock.now().getTime() + deviceDays * dayMs);
  const content = `${device}.${sign(deps, `device:${usernameKey}:${device}`)}`;
  setOwnCookie(reply, deps.config, deviceCookie, content, { expires });
}
