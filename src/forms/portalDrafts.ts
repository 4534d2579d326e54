import type { Answers } from '#src/engine/core/conditions.ts';
import { loadKept, type Draft, type Round } from '#src/lib/drafts.ts';

/** A draft of one of the portal's own forms. These have no workflow and one revision, the one that is shipped. */
export type PortalDraft = Round & { answers: Answers; savedAt: number | undefined };

export const workflowOf = (form: string): Pick<Draft, 'workflowKey' | 'revision'> => ({
  workflowKey: form,
  revision: 0,
});

/** What was typed before, and the round to go on in. */
export async function takeUpDraft(form: string): Promise<PortalDraft> {
  const { round, draft } = await loadKept(form);
  const answers = Object.fromEntries(
    Object.entries(draft?.answers ?? {}).flatMap(([id, { value }]) =>
      value === undefined ? [] : [[id, value]],
    ),
  );
  return { form, round, answers, savedAt: draft?.savedAt };
}
