import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import { loadStoredForm, type Draft, type Round } from '#src/device/indexedDb/draftStorage.ts';
import { getDraftValues } from './sheet/collectUnsent.ts';

/** A draft of one of the portal's own forms, which have no workflow and a single revision. */
export type PortalDraft = Round & { answers: Answers; savedAt: number | undefined };

export const getWorkflow = (form: string): Pick<Draft, 'workflowKey' | 'revision'> => ({
  workflowKey: form,
  revision: 0,
});

/** Loads the stored answers and the round to continue in. */
export async function resumeDraft(form: string): Promise<PortalDraft> {
  const { round, draft } = await loadStoredForm(form);
  const answers = draft ? getDraftValues(draft) : {};
  return { form, round, answers, savedAt: draft?.savedAt };
}
