import type { ClosingSettings, FormClosing } from '#schemas/forms/closings.ts';
import { countSlots, findClosingReason } from '#schemas/forms/closings.rules.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createClosedProblem } from '#server/problem.ts';
import * as repository from './repository.ts';
import type { StoredClosing } from './repository.ts';

/** The closing of a form that has none. */
export const neverCloses: FormClosing = {
  isClosed: false,
  closesAt: null,
  maxSubmissions: null,
  text: null,
  closedBy: null,
};

const present = (
  { clock }: Deps,
  { formId: _, ...settings }: StoredClosing,
  submissions: number,
): FormClosing => ({
  ...settings,
  closedBy: findClosingReason(settings, clock.now(), submissions),
});

/** Returns the closings of these forms by their ids, without those that never close. */
async function listClosings(
  deps: Deps,
  formIds: readonly string[],
): Promise<ReadonlyMap<string, FormClosing>> {
  if (formIds.length === 0) return new Map();
  const rows = await repository.listClosings(deps.db, formIds);
  const limited = rows.filter(({ maxSubmissions }) => maxSubmissions !== null);
  const counts =
    limited.length === 0
      ? undefined
      : await repository.countByLink(
          deps.db,
          limited.map(({ formId }) => formId),
        );
  return new Map(rows.map((row) => [row.formId, present(deps, row, counts?.get(row.formId) ?? 0)]));
}

/** Adds the closing of each form. */
export async function withClosings<Form extends { id: string }>(
  deps: Deps,
  forms: readonly Form[],
): Promise<(Form & { closing: FormClosing })[]> {
  const closings = await listClosings(
    deps,
    forms.map(({ id }) => id),
  );
  return forms.map((form) => ({ ...form, closing: closings.get(form.id) ?? neverCloses }));
}

export async function getClosing(deps: Deps, formId: string): Promise<FormClosing> {
  return (await listClosings(deps, [formId])).get(formId) ?? neverCloses;
}

/** Throws `formClosed` with the provider's text while the form is closed to visitors. */
export async function assertNotClosed(deps: Deps, formId: string): Promise<void> {
  const { closedBy, text } = await getClosing(deps, formId);
  if (closedBy !== null) throw createClosedProblem(text);
}

/**
 * Throws `formClosed` for a submission by the form's link when no slot is left. Locks the closing,
 * so that concurrent submissions are counted one after the other.
 */
export async function takeSlot(db: Db, formId: string): Promise<void> {
  const [{ maxSubmissions = null } = {}] = await repository.listClosings(db, [formId]);
  if (maxSubmissions === null) return;
  await repository.lockClosing(db, formId);
  const taken = (await repository.countByLink(db, [formId])).get(formId) ?? 0;
  if (taken >= countSlots(maxSubmissions)) throw createClosedProblem(null);
}

/** Replaces the closing of a form. */
export async function setClosing(
  { db }: Deps,
  formId: string,
  { isClosed = false, closesAt = null, maxSubmissions = null, text = null }: ClosingSettings,
): Promise<void> {
  await repository.saveClosing(db, {
    formId,
    isClosed,
    closesAt,
    maxSubmissions,
    text,
  });
}
