import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import pLimit from 'p-limit';
import type { Language, KnownPerson } from '#schemas/platform/common.ts';
import { passwordLimits } from '#schemas/access/limits.ts';
import { countCharacters, findBrokenRule, normalizePassword } from '#schemas/access/users.rules.ts';
import { hashLimits } from '#server/security/limits.ts';
import type { Deps } from '#server/deps.ts';
import { listSecrets } from './secrets.ts';
import { newpassword } from '#widgets/newpassword/element.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';

/** Cost of argon2id, explicit because stored hashes and the dummy hash below depend on it. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/**
 * Limits concurrent hashes, which take a core and 19 MiB for some tens of milliseconds each.
 * One core stays free for other requests; more hashes make no login faster (npm run bench:login).
 */
export const hashesAtOnce = Math.max(1, Math.min(hashLimits.atOnce, availableParallelism() - 1));
const runInQueue = pLimit(hashesAtOnce);

/** Throws `unavailable` while the queue is so long that a hash would wait for seconds. */
async function enqueue<T>(work: () => Promise<T>): Promise<T> {
  if (runInQueue.pendingCount >= hashLimits.waiting) throw createProblem('unavailable');
  return runInQueue(work);
}

const encodeZeros = (bytes: number): string =>
  Buffer.alloc(bytes).toString('base64').replace(/=+$/, '');
/** Builds a hash that no password matches, to spend the same time on an unknown username. */
const buildDummyHash = ({ passwordCost: { memoryCost, timeCost, parallelism } }: Deps): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}` +
  `$${encodeZeros(16)}$${encodeZeros(32)}`;

/** Adds the installation's secret as a pepper, so that a stolen database is not enough to guess. */
const getOptions = ({ passwordCost: cost }: Deps, secret: string): Options => ({
  ...cost,
  secret: Buffer.from(secret),
});

const hashNow = (deps: Deps, password: string): Promise<string> =>
  hash(password, getOptions(deps, deps.config.authSecret));

/**
 * Hashes a password in its normalized notation, or a PIN. A fast hash of a PIN would be broken by
 * trying all million.
 */
export const hashPassword = (deps: Deps, password: string): Promise<string> =>
  enqueue(() => hashNow(deps, normalizePassword(password)));

/** Gets a new hash when the stored one was made with the previous secret, or of the typed bytes. */
type OnOutdated = (newHash: string) => Promise<unknown>;

/**
 * Tries each accepted secret, and after the normalized notation the bytes as they were typed,
 * because earlier hashes were made of those. Without a hash it takes the same time as with a wrong
 * password.
 */
async function compare(
  deps: Deps,
  stored: string | null | undefined,
  given: string,
  onOutdated?: OnOutdated,
): Promise<boolean> {
  const normalized = normalizePassword(given);
  const attempts = [...new Set([normalized, given])].flatMap((notation) =>
    listSecrets(deps.config).map((secret) => ({ notation, secret })),
  );
  for (const { notation, secret } of attempts) {
    const options = getOptions(deps, secret);
    if (!(await verify(stored ?? buildDummyHash(deps), notation, options))) continue;
    const isOutdated = secret !== deps.config.authSecret || notation !== normalized;
    if (isOutdated) await onOutdated?.(await hashNow(deps, normalized));
    return true;
  }
  return false;
}

/** Compares a password with its hash; takes the same time and returns false without a hash. */
export const verifyPassword = (
  deps: Deps,
  stored: string | null | undefined,
  given: string,
): Promise<boolean> => enqueue(() => compare(deps, stored, given));

export type Compare = (
  stored: string | null | undefined,
  given: string,
  onOutdated?: OnOutdated,
) => Promise<boolean>;

/**
 * Runs a comparison, with its reads before and its writes after, as one job of the queue. Count
 * the attempt in `work`, so that a full queue costs no attempt.
 */
export const compareInQueue = <T>(deps: Deps, work: (isRight: Compare) => Promise<T>): Promise<T> =>
  enqueue(() => work((...parts) => compare(deps, ...parts)));

/** Returns the form's error text for a password that this person may not choose, or undefined. */
export function getPasswordError(
  password: string,
  person: KnownPerson,
  language: Language,
): string | undefined {
  const rule = findBrokenRule(password, person);
  const { minLength, maxLength } = passwordLimits;
  return (
    rule &&
    getTexts(language)(newpassword.texts?.[rule] ?? 'error.invalidInput', {
      minLength,
      limit: maxLength,
      missing: minLength - countCharacters(password),
    })
  );
}
