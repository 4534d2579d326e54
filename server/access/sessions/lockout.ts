import { dayMs, minuteMs } from '#schemas/platform/time.ts';
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { loginLimits } from '#server/access/limits.ts';
import { buildUsernameKey } from '#schemas/access/users.rules.ts';
import type { Deps } from '#server/deps.ts';
import { problemUntil } from '#server/problem.ts';
import { isSameSecret, computeMac } from '#server/security/secrets.ts';
import { cookieOptions } from '#server/http/cookies.ts';
import { getNetwork } from './network.ts';
import * as repository from './repository.ts';

const deviceCookie = 'formakte-device';
const deviceDays = 365;

const sign = (deps: Pick<Deps, 'config'>, text: string): string =>
  computeMac(deps, 'tries', text, 'hex');

/** Two counters per username, because a right password must not reset the attempts of the code. */
export type Factor = 'name' | 'code';

/** Hashes the name, because people also type a password into the username field. */
const hashName = (deps: Pick<Deps, 'config'>, usernameKey: string, factor: Factor): string =>
  sign(deps, `${factor}:${usernameKey}`);

/** Reads the device id from the cookie that this user's last login has set. */
function readDevice(deps: Deps, request: FastifyRequest, usernameKey: string): string | undefined {
  const [device = '', signature = ''] = request.cookies[deviceCookie]?.split('.') ?? [];
  return isSameSecret(signature, sign(deps, `device:${usernameKey}:${device}`))
    ? device
    : undefined;
}

/**
 * The counters of an attempt: the known device, else the username and the IP address.
 * An attacker who locks the username does not lock the owner's device.
 */
export type Attempt = { usernameKey: string; subject: string; address: string | undefined };

function createAttempt(
  deps: Deps,
  request: FastifyRequest,
  username: string,
  factor: Factor,
): Attempt {
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
  config.mode === 'demo' ? loginLimits.wrongTriesOfDemoAddress : loginLimits.wrongTriesOfAddress;

const countLoginAttempt = (
  { db, clock }: Deps,
  subject: string,
  every: number,
): Promise<boolean> => {
  const now = clock.now();
  const locks = loginLimits.lockMinutes.map((minutes) =>
    new Date(now.getTime() + minutes * minuteMs).toISOString(),
  );
  return repository.countLoginAttempt(db, subject, { now: now.toISOString(), every, locks });
};

/**
 * Counts an attempt before the password or code is compared, so that concurrent requests cannot
 * exceed the limit. Throws `loginLocked` with the end of the lockout, also for unknown usernames.
 */
export async function takeAttempt(
  deps: Deps,
  request: FastifyRequest,
  username: string,
  factor: Factor = 'name',
): Promise<Attempt> {
  const attempt = createAttempt(deps, request, username, factor);
  const now = deps.clock.now().toISOString();
  const lockedAddress =
    attempt.address && (await repository.findLock(deps.db, attempt.address, now));
  if (lockedAddress) throw problemUntil('loginLocked', lockedAddress);
  if (await countLoginAttempt(deps, attempt.subject, loginLimits.wrongTries)) return attempt;
  throw problemUntil(
    'loginLocked',
    (await repository.findLock(deps.db, attempt.subject, now)) ?? now,
  );
}

/** Counts a failed attempt for the IP address as well. */
export async function countFailedAttempt(deps: Deps, { address }: Attempt): Promise<void> {
  if (address) await countLoginAttempt(deps, address, getAddressLimit(deps));
}

/**
 * Resets the attempts of a username or device after a success. The address is not reset, or an
 * attacker could reset it by logging in to an account of their own.
 */
export const resetLockout = ({ db }: Deps, { subject }: Attempt): Promise<void> =>
  repository.deleteTries(db, subject);

/**
 * Unlocks a user's password on every device, after a proof of identity by mail. The attempts of
 * the code are kept.
 */
export const resetLoginLockout = (
  deps: Pick<Deps, 'db' | 'config'>,
  username: string,
): Promise<void> =>
  repository.deleteAllTries(deps.db, hashName(deps, buildUsernameKey(username), 'name'));

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
  reply.setCookie(deviceCookie, `${device}.${sign(deps, `device:${usernameKey}:${device}`)}`, {
    ...cookieOptions(deps.config),
    expires,
  });
}
