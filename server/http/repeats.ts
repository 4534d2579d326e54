import { limits } from '#schemas/limits.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from './errors.ts';
import { deleteAnswersBefore, findAnswer, insertAnswer } from './repository.ts';
import { openSealed, seal } from './seal.ts';
import { hashSecret, macOf } from './secrets.ts';

export type RepeatableCall = {
  /** which call it is and whose: another's key is another key */
  of: string;
  idempotencyKey: string | undefined;
  body: unknown;
  /** for how long a repeat is answered; a day, unless less is enough */
  minutes?: number;
};

/** Keeps the answer in the transaction that did what was asked for. */
export type Keep<T> = (db: Db, answer: T) => Promise<T>;

/** Takes back what this call has done: the same call was faster. */
class AnsweredMeanwhile extends Error {}

const minuteMs = 60_000;
const placeOf = (key: string) => ({ purpose: 'answer', of: key });

/** The idempotency key belongs into it and is stored nowhere: with the installation's secret alone no guess at a password in the body can be tried on it. */
const bodyHashOf = (deps: Deps, { idempotencyKey, body }: RepeatableCall): string =>
  macOf(deps, 'answer', `${idempotencyKey ?? ''} ${JSON.stringify(body)}`);

async function keptAnswer<T>(
  deps: Deps,
  call: RepeatableCall,
  key: string,
): Promise<T | undefined> {
  const row = await findAnswer(deps.db, key, deps.clock.now().toISOString());
  if (!row) return undefined;
  if (row.bodyHash !== bodyHashOf(deps, call)) throw problem('conflict');
  return JSON.parse(openSealed(deps, placeOf(key), row.sealed)) as T; // only we can have written it
}

/**
 * Does once what a call asks for, and answers a repeat under its Idempotency-Key as the first was answered, whether that
 * one is over or still going on: its answer may have been lost. Without a key nothing is kept. Throws `conflict` for another
 * body under the same key.
 */
export async function answerOnce<T extends object>(
  deps: Deps,
  call: RepeatableCall,
  work: (keep: Keep<T>) => Promise<T>,
): Promise<T> {
  const { of, idempotencyKey, minutes = limits.calls.repeatMinutes } = call;
  if (!idempotencyKey) return work(async (_db, answer) => answer);
  const key = hashSecret(`${of} ${idempotencyKey}`);
  const earlier = await keptAnswer<T>(deps, call, key);
  if (earlier) return earlier;

  const keep: Keep<T> = async (db, answer) => {
    const now = deps.clock.now().getTime();
    const row = {
      key,
      bodyHash: bodyHashOf(deps, call),
      sealed: seal(deps, placeOf(key), JSON.stringify(answer)),
      validUntil: new Date(now + minutes * minuteMs).toISOString(),
    };
    if (!(await insertAnswer(db, row, new Date(now).toISOString()))) throw new AnsweredMeanwhile();
    return answer;
  };
  // What is refused here may be refused because the same call has just done it.
  const [outcome] = await Promise.allSettled([work(keep)]);
  const kept = await keptAnswer<T>(deps, call, key);
  if (kept) return kept;
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** Repeats come soon or never. */
export const forgetAnswers = ({ db, clock }: Deps): Promise<void> =>
  deleteAnswersBefore(db, clock.now().toISOString());
