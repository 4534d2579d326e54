/*
 * Counts failed login attempts (wrong password or code) per username, device and IP address.
 * Locks the login against brute force.
 */
import { dayMs, minuteMs } from '#schemas/platform/time.ts';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { loginLimits } from '#server/access/limits.ts';
import { buildUsernameKey } from '#schemas/access/usernames.rules.ts';
import type { Deps } from '#server/deps.ts';
import { createProblemUntil, ProblemError } from '#server/problem.ts';
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

function createAttempt(
  deps: Deps,
  request: FastifyRequest,
  username: string,
  factor: Factor,
): Uncounted {
  const usernameKey = buildUsernameKey(username);
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

function addAttempt(
  { db, clock }: Deps,
  subject: string,
  every: number,
  undecidedSince?: string,
): ReturnType<typeof repository.addLoginAttempt> {
  const now = clock.now();
  const locks = loginLimits.lockMinutes.map((minutes) =>
    new Date(now.getTime() + minutes * minuteMs).toISOString(),
  );
  return repository.addLoginAttempt(db, subject, {
    now: now.toISOString(),
    every,
    locks,
    ...(undecidedSince === undefined ? {} : { undecidedSince }),
  });
}

/**
 * Counts an attempt. Undefined while attempts that reached the limit are still being compared: a
 * right one of them unlocks. Throws `loginLocked`.
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
  const isUndecided = !found || (found.undecided > 0 && found.triedAt > undecidedSince);
  if (isUndecided) return undefined;
  throw createProblemUntil('loginLocked', found.lockedUntil ?? now.toISOString());
}

/** Throws `loginLocked` if too many names were tried from the address. */
async function assertAddressOpen({ db, clock }: Deps, { address }: Uncounted): Promise<void> {
  const lockedUntil =
    address && (await repository.findLock(db, address, clock.now().toISOString()));
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
  const attempt = createAttempt(deps, request, username, factor);
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
  const attempt = createAttempt(deps, request, username, 'name');
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
 * Creates the error of a failed login, with the attempts left or the end of the lock. They are
 * alike for unknown usernames.
 */
export const createWrongCredentialsError = ({ triesLeft, lockedUntil }: Attempt) =>
  new ProblemError(
    'wrongCredentials',
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
export const resetLoginLockout = (
  deps: Pick<Deps, 'db' | 'config'>,
  username: string,
): Promise<void> =>
  repository.deleteAllLoginAttempts(deps.db, hashName(deps, buildUsernameKey(username), 'name'));

/** Sets the device cookie after a login. */
export function rememberDevice(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  username: string,
): void {
  const usernameKey = buildUsernameKey(username);
  const device = readDevice(deps, request, usernameKey) ?? randomBytes(16).toString('base64url');
  const expires = new Date(deps.clock.now().getTime() + deviceDays * dayMs);
  const content = `${device}.${sign(deps, `device:${usernameKey}:${device}`)}`;
  setOwnCookie(reply, deps.config, deviceCookie, content, { expires });
}
