import { randomInt } from 'node:crypto';
import { limits } from '#schemas/limits.ts';
import type { MadePin, PinOptions } from '#schemas/pins.ts';
import type { Db, PinRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem, problemUntil } from '#server/http/errors.ts';
import { compareInTurn, hashPassword } from '#server/http/passwords.ts';
import * as repository from './repository.ts';

export const pinOfForm = (formId: string): string => `form:${formId}`;
export const pinOfInvitation = (invitationId: string): string => `invitation:${invitationId}`;
export const pinOfWorkflow = (workflowKey: string): string => `workflow:${workflowKey}`;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** So many PINs within so long, and no more. */
const budgets = [
  { most: 1, withinMs: limits.pin.secondsBetween * 1_000 },
  { most: limits.pin.perHour, withinMs: 60 * minuteMs },
  { most: limits.pin.perDay, withinMs: dayMs },
];

/** Throws `tooManyRequests`, with the time of the next one, when the subject has had a PIN just now, or many within the hour or the day. */
export async function assertMayMakePin({ clock }: Deps, db: Db, subject: string): Promise<void> {
  const now = clock.now().getTime();
  const made = await repository.listMaking(db, subject, new Date(now - dayMs).toISOString());
  const next = Math.max(
    ...budgets.map(({ most, withinMs }) => Date.parse(made[most - 1] ?? '1970-01-01') + withinMs),
  );
  if (next > now) throw problemUntil('tooManyRequests', new Date(next).toISOString());
}

/** Digits for whom they are for, and what is kept of them. */
export type NewPin = { digits: string; hash: string };

const hashed = async (deps: Deps, digits: string): Promise<NewPin> => ({
  digits,
  hash: await hashPassword(deps, digits),
});

/** A PIN that opens nothing yet. */
export const newPin = (deps: Deps): Promise<NewPin> =>
  hashed(deps, String(randomInt(10 ** limits.pin.digits)).padStart(limits.pin.digits, '0'));

type Keeping = PinOptions & { /** the only browser it is good in */ browserHash?: string };

/** Makes it the one PIN that opens a subject from now on, in the caller's transaction; throws `tooManyRequests`. */
export async function keepPin(
  deps: Deps,
  db: Db,
  subject: string,
  pin: NewPin,
  { validMinutes = limits.pin.validMinutes, isSingleUse = true, browserHash }: Keeping,
): Promise<MadePin> {
  const now = deps.clock.now().getTime();
  const validUntil = new Date(now + validMinutes * minuteMs).toISOString();
  await assertMayMakePin(deps, db, subject);
  await repository.replacePin(
    db,
    {
      id: newId(),
      subject,
      hash: pin.hash,
      triesLeft: limits.pin.wrongTries,
      isSingleUse: isSingleUse ? 1 : 0,
      workflowKey: null,
      browserHash: browserHash ?? null,
      validUntil,
      createdAt: new Date(now).toISOString(),
    },
    new Date(now - dayMs).toISOString(),
  );
  return { pin: pin.digits, validUntil, isSingleUse };
}

const keepAlone = (
  deps: Deps,
  subject: string,
  pin: NewPin,
  options: PinOptions,
): Promise<MadePin> =>
  deps.db.transaction().execute((db) => keepPin(deps, db, subject, pin, options));

/** Makes the one PIN that opens a subject from now on. It is answered in plain here and never again. */
export const makePin = async (deps: Deps, subject: string, options: PinOptions): Promise<MadePin> =>
  keepAlone(deps, subject, await newPin(deps), options);

/** Like `makePin`, with a PIN that is known beforehand: the demo has one. */
export const setPin = async (
  deps: Deps,
  subject: string,
  digits: string,
  options: Required<PinOptions>,
): Promise<MadePin> => keepAlone(deps, subject, await hashed(deps, digits), options);

/** Takes a subject's PIN away, and whether it had one. */
export const removePin = ({ db }: Deps, subject: string): Promise<boolean> =>
  repository.deletePins(db, subject);

/** The PIN that is asked for first: the workflow's own, else its form's. */
export async function pinAskedBy(
  { db }: Deps,
  { formId, key }: { formId: string; key?: string },
): Promise<PinRow | undefined> {
  const own =
    key === undefined ? undefined : await repository.findNewestPin(db, pinOfWorkflow(key));
  return own ?? repository.findNewestPin(db, pinOfForm(formId));
}

/** The one PIN of a subject, good or not. */
export const newestPin = ({ db }: Deps, subject: string): Promise<PinRow | undefined> =>
  repository.findNewestPin(db, subject);

/** Whether the PIN opens anything still. */
export const isGood = ({ clock }: Deps, { triesLeft, validUntil }: PinRow): boolean =>
  triesLeft > 0 && validUntil > clock.now().toISOString();

async function goodPin(deps: Deps, id: string): Promise<PinRow | undefined> {
  const pin = await repository.findPin(deps.db, id);
  return pin && isGood(deps, pin) ? pin : undefined;
}

const untold = -1;
/** A wrong PIN, and how many more may be tried; none is told where that is nobody's business. */
export const falsePin = (triesLeft = untold) => problem('falsePin', undefined, { triesLeft });

/**
 * Throws `falsePin`, which costs a try, or `pinVoid`. A try is taken before it is compared, and given back to a right one:
 * however many come at once, in however many processes, no more wrong ones are compared than there were tries.
 */
export async function checkPin(deps: Deps, pin: PinRow, given: string): Promise<void> {
  if (!isGood(deps, pin)) throw problem('pinVoid');
  const refusal = await compareInTurn(deps, async (isRight) => {
    const good = await goodPin(deps, pin.id);
    const triesLeft = good && (await repository.takeTry(deps.db, pin.id));
    if (!good || triesLeft === undefined) return problem('pinVoid');
    if (!(await isRight(good.hash, given))) return falsePin(triesLeft);
    return (await repository.giveTryBack(deps.db, pin.id)) ? undefined : problem('pinVoid');
  });
  if (refusal) throw refusal;
}

/** Uses a checked PIN up for this workflow. Answers the workflow it opens: for single use that is the first one. */
export async function usePin(
  { db }: Deps,
  { id, isSingleUse }: PinRow,
  workflowKey: string,
): Promise<string> {
  if (!isSingleUse || (await repository.bindPin(db, id, workflowKey))) return workflowKey;
  return (await repository.findPin(db, id))?.workflowKey ?? workflowKey;
}

/** Uses a checked PIN up for good, and whether this call did: of several at once, one does. */
export const spendPin = ({ db }: Deps, { id }: PinRow): Promise<boolean> =>
  repository.voidPin(db, id);
