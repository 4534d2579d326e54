import { dayMs, minuteMs, secondMs } from '#schemas/platform/time.ts';
import { randomInt } from 'node:crypto';
import { pinLimits } from '#schemas/forms/limits.ts';
import type { MadePin, PinOptions } from '#schemas/forms/pins.ts';
import { pinRateLimits } from '#server/forms/limits.ts';
import type { Db, PinRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem, createProblemUntil } from '#server/problem.ts';
import { getIntervalEnd } from '#server/security/intervals.ts';
import { compareInQueue, hashPassword } from '#server/security/passwords.ts';
import * as repository from './repository.ts';

export const getFormSubject = (formId: string): string => `form:${formId}`;
export const getInvitationSubject = (invitationId: string): string => `invitation:${invitationId}`;
export const getWorkflowSubject = (workflowKey: string): string => `workflow:${workflowKey}`;

/** Rate limits of new PINs: a maximum per period. */
const budgets = [
  { most: 1, withinMs: pinLimits.secondsBetween * secondMs },
  { most: pinRateLimits.perHour, withinMs: 60 * minuteMs },
  { most: pinRateLimits.perDay, withinMs: dayMs },
];

/** Returns until when a PIN counts in each rate limit, in ms. */
const listCountedUntil = (deps: Deps, subject: string, madeAt: string): number[] =>
  budgets.map(({ withinMs }) => {
    const end = new Date(Date.parse(madeAt) + withinMs).toISOString();
    return getIntervalEnd(deps, subject, madeAt, end);
  });

/** Throws `tooManyRequests`, with the time of the next PIN, above a rate limit of the subject. */
export async function assertMayMakePin(deps: Deps, db: Db, subject: string): Promise<void> {
  const now = deps.clock.now().getTime();
  const made = await repository.listMaking(db, subject, new Date(now - dayMs).toISOString());
  const counted = made.map((madeAt) => listCountedUntil(deps, subject, madeAt));
  const next = Math.max(
    ...budgets.map(({ most }, index) => {
      const ends = counted.map((each) => each[index] ?? 0).toSorted((one, other) => other - one);
      return ends[most - 1] ?? 0;
    }),
  );
  if (next > now) throw createProblemUntil('tooManyRequests', new Date(next).toISOString());
}

/** The digits for the recipient and the hash for storage. */
export type NewPin = { digits: string; hash: string };

const hashNewPin = async (deps: Deps, digits: string): Promise<NewPin> => ({
  digits,
  hash: await hashPassword(deps, digits),
});

/** Creates a PIN that is not stored yet. */
export const newPin = (deps: Deps): Promise<NewPin> =>
  hashNewPin(deps, String(randomInt(10 ** pinLimits.digits)).padStart(pinLimits.digits, '0'));

type Keeping = PinOptions & { /** the only browser it is valid in */ browserHash?: string };

/** Stores the subject's only valid PIN, in the caller's transaction; throws `tooManyRequests`. */
export async function storePin(
  deps: Deps,
  db: Db,
  subject: string,
  pin: NewPin,
  { validMinutes = pinLimits.validMinutes, isSingleUse = true, browserHash }: Keeping,
): Promise<MadePin> {
  const now = deps.clock.now().getTime();
  const [id, createdAt] = [newId(), new Date(now).toISOString()];
  const validUntil = new Date(now + validMinutes * minuteMs).toISOString();
  await assertMayMakePin(deps, db, subject);
  await repository.replacePin(
    db,
    {
      id,
      subject,
      hash: pin.hash,
      triesLeft: pinLimits.wrongAttempts,
      isSingleUse: isSingleUse ? 1 : 0,
      workflowKey: null,
      browserHash: browserHash ?? null,
      validUntil,
      createdAt,
    },
    new Date(now - dayMs).toISOString(),
  );
  listCountedUntil(deps, subject, createdAt);
  getIntervalEnd(deps, id, createdAt, validUntil);
  return { pin: pin.digits, validUntil, isSingleUse };
}

const keepAlone = (
  deps: Deps,
  subject: string,
  pin: NewPin,
  options: PinOptions,
): Promise<MadePin> => inTransaction(deps.db, (db) => storePin(deps, db, subject, pin, options));

/** Creates the subject's only valid PIN. Its digits are returned once and are not stored. */
export const createPin = async (
  deps: Deps,
  subject: string,
  options: PinOptions,
): Promise<MadePin> => keepAlone(deps, subject, await newPin(deps), options);

/** Stores a given PIN, as the demo does. */
export const setPin = async (
  deps: Deps,
  subject: string,
  digits: string,
  options: Required<PinOptions>,
): Promise<MadePin> => keepAlone(deps, subject, await hashNewPin(deps, digits), options);

/** Removes a subject's PIN; false if it had none. */
export const removePin = ({ db }: Pick<Deps, 'db'>, subject: string): Promise<boolean> =>
  repository.deletePins(db, subject);

export const { voidPins } = repository;

/** Returns the PIN that is required: the workflow's own, else its form's. */
export async function getRequiredPin(
  { db }: Deps,
  { formId, key }: { formId: string; key?: string },
): Promise<PinRow | undefined> {
  const own =
    key === undefined ? undefined : await repository.findNewestPin(db, getWorkflowSubject(key));
  return own ?? repository.findNewestPin(db, getFormSubject(formId));
}

/** Returns the subject's PIN, valid or not. */
export const getNewestPin = ({ db }: Deps, subject: string): Promise<PinRow | undefined> =>
  repository.findNewestPin(db, subject);

/** Returns true while the PIN can open anything. */
export const isGood = (deps: Deps, { id, triesLeft, createdAt, validUntil }: PinRow): boolean =>
  triesLeft > 0 && getIntervalEnd(deps, id, createdAt, validUntil) > deps.clock.now().getTime();

async function findGoodPin(deps: Deps, id: string): Promise<PinRow | undefined> {
  const pin = await repository.findPin(deps.db, id);
  return pin && isGood(deps, pin) ? pin : undefined;
}

const untold = -1;
/** Creates the error of a wrong PIN with the attempts left, which are hidden by default. */
export const createFalsePinError = (triesLeft = untold) =>
  createProblem('falsePin', undefined, { triesLeft });

/**
 * Counts wrong attempts at a PIN: throws `falsePin`, which uses one, or `pinVoid` after the last. The
 * attempt is taken before the comparison and returned after a success, so that concurrent requests
 * in any process cannot exceed the limit.
 */
export async function checkPin(deps: Deps, pin: PinRow, given: string): Promise<void> {
  if (!isGood(deps, pin)) throw createProblem('pinVoid');
  const refusal = await compareInQueue(deps, async (isRight) => {
    const good = await findGoodPin(deps, pin.id);
    const triesLeft = good && (await repository.usePinAttempt(deps.db, pin.id));
    if (!good || triesLeft === undefined) return createProblem('pinVoid');
    if (!(await isRight(good.hash, given))) return createFalsePinError(triesLeft);
    return (await repository.returnAttempt(deps.db, pin.id)) ? undefined : createProblem('pinVoid');
  });
  if (refusal) throw refusal;
}

/**
 * Uses a checked PIN for this workflow. Returns the workflow it opens: for single use the first
 * one.
 */
export async function usePin(
  { db }: Deps,
  { id, isSingleUse }: PinRow,
  workflowKey: string,
): Promise<string> {
  if (!isSingleUse || (await repository.bindPin(db, id, workflowKey))) return workflowKey;
  return (await repository.findPin(db, id))?.workflowKey ?? workflowKey;
}

/** Voids a checked PIN; true for the first of concurrent calls only. */
export const consumePin = ({ db }: Deps, { id }: PinRow): Promise<boolean> =>
  repository.voidPin(db, id);
