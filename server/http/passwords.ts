import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import Bottleneck from 'bottleneck';
import type { Language } from '#schemas/common.ts';
import { limits } from '#schemas/limits.ts';
import { passwordProblem, type KnownPerson } from '#schemas/users.rules.ts';
import type { Deps } from '#server/deps.ts';
import { newpassword } from '#widgets/newpassword/element.ts';
import { problem } from './errors.ts';
import { textsIn } from './texts.ts';

/** argon2id: the library's default kind, with the cost written down, because stored hashes and the dummy below follow it. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** A hash takes a core and 19 MiB for some tens of milliseconds: few at once, and one core is left for every other call. More would let nobody in sooner (npm run bench:login). */
export const hashesAtOnce = Math.max(
  1,
  Math.min(limits.password.hashesAtOnce, availableParallelism() - 1),
);
const queue = new Bottleneck({ maxConcurrent: hashesAtOnce });

/** Throws `unavailable` while so many wait that another one would wait for seconds: asked before a try is counted, which it would cost otherwise. */
export function assertNotBusy(): void {
  const { RECEIVED = 0, QUEUED = 0 } = queue.counts();
  if (RECEIVED + QUEUED >= limits.password.hashesWaiting) throw problem('unavailable');
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  assertNotBusy();
  return queue.schedule(work);
}

const inBase64 = (bytes: number): string =>
  Buffer.alloc(bytes).toString('base64').replace(/=+$/, '');
/** Of no password: comparing with it takes as long as with a real one. */
const nobodysHash = ({ passwordCost: { memoryCost, timeCost, parallelism } }: Deps): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${inBase64(16)}$${inBase64(32)}`;

/** On a stolen database alone nobody can guess: the installation's secret belongs into every hash. */
const options = ({ config, passwordCost: cost }: Deps): Options => ({
  ...cost,
  secret: Buffer.from(config.authSecret),
});

/** What is stored of a password, or of a PIN: a million of them are soon tried otherwise. */
export const hashPassword = (deps: Deps, password: string): Promise<string> =>
  inTurn(() => hash(password, options(deps)));

/** Whether it is the password; without a stored hash it takes as long and is not. */
export const verifyPassword = (
  deps: Deps,
  stored: string | null | undefined,
  given: string,
): Promise<boolean> => inTurn(() => verify(stored ?? nobodysHash(deps), given, options(deps)));

/** Does work around a comparison in its turn: what is looked up before it and noted after it is true for whoever comes next. */
export const compareInTurn = <T>(
  deps: Deps,
  work: (isRight: (stored: string, given: string) => Promise<boolean>) => Promise<T>,
): Promise<T> => inTurn(() => work((stored, given) => verify(stored, given, options(deps))));

/** The sentence for a password that this person may not choose, the same as the form says; undefined where they may. */
export function newPasswordError(
  password: string,
  person: KnownPerson,
  language: Language,
): string | undefined {
  const rule = passwordProblem(password, person);
  const { minLength, maxLength } = limits.password;
  return (
    rule &&
    textsIn(language)(newpassword.texts?.[rule] ?? 'error.invalidInput', {
      minLength,
      limit: maxLength,
      missing: minLength - Array.from(password).length,
    })
  );
}
