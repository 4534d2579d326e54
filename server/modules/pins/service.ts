import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { limits } from '#schemas/limits.ts';
import type { MadePin, PinOptions } from '#schemas/pins.ts';
import type { Db, PinRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import * as repository from './repository.ts';

export const pinOfForm = (formId: string): string => `form:${formId}`;
export const pinOfWorkflow = (workflowKey: string): string => `workflow:${workflowKey}`;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A million PINs are soon tried on a stolen hash; without the installation's secret it tells nothing. */
const pepper = ({ config }: Deps) => ({ secret: Buffer.from(config.authSecret) });

/** Throws `tooManyRequests` when the subject has had a PIN just now, or many within the hour. */
async function assertMayMake(db: Db, subject: string, now: number): Promise<void> {
  const made = await repository.listMaking(db, subject, new Date(now - hourMs).toISOString());
  const isTooSoon = made[0] !== undefined && now - Date.parse(made[0]) < limits.pin.secondsBetween * 1_000;
  if (isTooSoon || made.length >= limits.pin.perHour) throw problem('tooManyRequests');
}

/** Makes the one PIN that opens a subject from now on. It is answered in plain here and never again. */
export async function makePin(deps: Deps, subject: string, { validMinutes = limits.pin.validMinutes, isSingleUse = true }: PinOptions): Promise<MadePin> {
  const pin = String(randomInt(10 ** limits.pin.digits)).padStart(limits.pin.digits, '0');
  return setPin(deps, subject, pin, { validMinutes, isSingleUse });
}

/** Like `makePin`, with a PIN that is known beforehand: the demo has one. */
export async function setPin(deps: Deps, subject: string, pin: string, { validMinutes, isSingleUse }: Required<PinOptions>): Promise<MadePin> {
  const now = deps.clock.now().getTime();
  const validUntil = new Date(now + validMinutes * minuteMs).toISOString();
  const row: PinRow = {
    id: newId(), subject, hash: await hash(pin, pepper(deps)), triesLeft: limits.pin.wrongTries, isSingleUse: isSingleUse ? 1 : 0, workflowKey: null,
    validUntil, createdAt: new Date(now).toISOString(),
  };
  await deps.db.transaction().execute(async (db) => {
    await assertMayMake(db, subject, now);
    await repository.replacePin(db, row, new Date(now - hourMs).toISOString());
  });
  return { pin, validUntil, isSingleUse };
}

/** Takes a subject's PIN away, and whether it had one. */
export const removePin = ({ db }: Deps, subject: string): Promise<boolean> => repository.deletePins(db, subject);

/** The PIN that is asked for first: the workflow's own, else its form's. */
export async function pinAskedBy({ db }: Deps, { formId, key }: { formId: string; key?: string }): Promise<PinRow | undefined> {
  const own = key === undefined ? undefined : await repository.findNewestPin(db, pinOfWorkflow(key));
  return own ?? repository.findNewestPin(db, pinOfForm(formId));
}

/** Whether the PIN opens anything still. */
export const isGood = ({ clock }: Deps, { triesLeft, validUntil }: PinRow): boolean => triesLeft > 0 && validUntil > clock.now().toISOString();

/**
 * Throws `falsePin`, which costs a try, or `pinVoid`. A try is counted after it was compared, in one statement: however
 * many come at once, no more wrong ones are answered than there were tries, and a right one counts only before the last.
 */
export async function checkPin(deps: Deps, pin: PinRow, given: string): Promise<void> {
  if (!isGood(deps, pin)) throw problem('pinVoid');
  const isRight = await verify(pin.hash, given, pepper(deps));
  if (!isRight) throw problem((await repository.countWrongTry(deps.db, pin.id)) ? 'falsePin' : 'pinVoid');
  const now = await repository.findPin(deps.db, pin.id);
  if (!now || !isGood(deps, now)) throw problem('pinVoid');
}

/** Uses a checked PIN up for this workflow. Answers the workflow it opens: for single use that is the first one. */
export async function usePin({ db }: Deps, { id, isSingleUse }: PinRow, workflowKey: string): Promise<string> {
  if (!isSingleUse || (await repository.bindPin(db, id, workflowKey))) return workflowKey;
  return (await repository.findPin(db, id))?.workflowKey ?? workflowKey;
}
