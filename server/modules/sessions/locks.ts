import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#schemas/limits.ts';
import { usernameKeyOf } from '#schemas/users.rules.ts';
import type { Deps } from '#server/deps.ts';
import { problemUntil } from '#server/http/errors.ts';
import { isSameSecret, macOf } from '#server/http/secrets.ts';
import { cookieOptions } from '#server/http/cookies.ts';
import { networkOf } from './network.ts';
import * as repository from './repository.ts';

const minuteMs = 60_000;
const deviceCookie = 'formakte-device';
const deviceDays = 365;

const sign = (deps: Pick<Deps, 'config'>, text: string): string =>
  macOf(deps, 'tries', text, 'hex');

/** What is tried: the password under a name, or the code after it. Each is counted apart: a right password gives no new tries of the code. */
export type Tried = 'name' | 'code';

/** Hashed, because people also type a password where their name belongs. */
const subjectOfName = (deps: Pick<Deps, 'config'>, usernameKey: string, tried: Tried): string =>
  sign(deps, `${tried}:${usernameKey}`);

/** What a browser was given when this user last logged in with it. */
function knownDevice(deps: Deps, request: FastifyRequest, usernameKey: string): string | undefined {
  const [device = '', signature = ''] = request.cookies[deviceCookie]?.split('.') ?? [];
  return isSameSecret(signature, sign(deps, `device:${usernameKey}:${device}`))
    ? device
    : undefined;
}

/** What wrong tries are counted for: the device where the user has logged in before, else the name and the address. A stranger who locks the name does not lock the device. */
export type Counted = { usernameKey: string; subject: string; address: string | undefined };

function countedFor(deps: Deps, request: FastifyRequest, username: string, tried: Tried): Counted {
  const usernameKey = usernameKeyOf(username);
  const device = knownDevice(deps, request, usernameKey);
  const name = subjectOfName(deps, usernameKey, tried);
  if (device !== undefined)
    return { usernameKey, subject: `${name}:${device}`, address: undefined };
  return {
    usernameKey,
    subject: name,
    address: `address:${sign(deps, `address:${networkOf(request.ip)}`)}`,
  };
}

/** A demo is tried by many from the same address. */
const triesOfAddress = ({ config }: Deps): number =>
  config.mode === 'demo' ? limits.login.wrongTriesOfDemoAddress : limits.login.wrongTriesOfAddress;

const countTry = ({ db, clock }: Deps, subject: string, every: number): Promise<boolean> => {
  const now = clock.now();
  const locks = limits.login.lockMinutes.map((minutes) =>
    new Date(now.getTime() + minutes * minuteMs).toISOString(),
  );
  return repository.countTry(db, subject, { now: now.toISOString(), every, locks });
};

/**
 * Takes one of the tries there are before the next lock, before anything is compared: of any number at once no more get
 * through. Throws `loginLocked` with the time from which there are tries again. The same for names that nobody has.
 */
export async function takeTry(
  deps: Deps,
  request: FastifyRequest,
  username: string,
  tried: Tried = 'name',
): Promise<Counted> {
  const counted = countedFor(deps, request, username, tried);
  const now = deps.clock.now().toISOString();
  const lockedAddress =
    counted.address && (await repository.findLock(deps.db, counted.address, now));
  if (lockedAddress) throw problemUntil('loginLocked', lockedAddress);
  if (await countTry(deps, counted.subject, limits.login.wrongTries)) return counted;
  throw problemUntil(
    'loginLocked',
    (await repository.findLock(deps.db, counted.subject, now)) ?? now,
  );
}

/** The try was wrong: it counts for the address as well. */
export async function countWrong(deps: Deps, { address }: Counted): Promise<void> {
  if (address) await countTry(deps, address, triesOfAddress(deps));
}

/** The try was right: what it was counted for begins anew. An address does not, or one account of one's own would open many. */
export const forgetTries = ({ db }: Deps, { subject }: Counted): Promise<void> =>
  repository.deleteTries(db, subject);

/** Lets a user try the password again at once, on every device: they have just proven in another way who they are. Tries of the code stay counted. */
export const forgetLoginTries = (
  deps: Pick<Deps, 'db' | 'config'>,
  username: string,
): Promise<void> =>
  repository.deleteAllTries(deps.db, subjectOfName(deps, usernameKeyOf(username), 'name'));

/** The browser is known for this user from now on. */
export function rememberDevice(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  username: string,
): void {
  const usernameKey = usernameKeyOf(username);
  const device = knownDevice(deps, request, usernameKey) ?? randomBytes(16).toString('base64url');
  const expires = new Date(deps.clock.now().getTime() + deviceDays * 24 * 60 * minuteMs);
  reply.setCookie(deviceCookie, `${device}.${sign(deps, `device:${usernameKey}:${device}`)}`, {
    ...cookieOptions(deps.config),
    expires,
  });
}
