import type { FormProvider, UnsentAnswers } from '#schemas/forms/assistants.ts';
import { getProblem } from '#src/api/client/errors.ts';
import {
  loadAsked,
  loadStoredForm,
  saveAsked,
  saveDraft,
  type Draft,
} from '#src/device/indexedDb/draftStorage.ts';
import { readTabChoice } from '#src/device/storage.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import { createDraftAnswers } from '#src/engine/react/drafts/draftAnswers.ts';
import { collectUnsent, getDraftValues } from '#src/forms/sheet/collectUnsent.ts';
import type { OpenedForm } from './openForm.ts';

/** A form that has other answers already, and the answers of this visitor. */
export type AnsweredElsewhere = {
  /** Instant of the first submission. */
  submittedAt?: string | undefined;
  unsent?: UnsentAnswers | undefined;
  /** Absent where neither the form nor its draft is known. */
  provider?: FormProvider | undefined;
};

export const pickProvider = ({
  accountId,
  accountName,
  headerLogoUrl,
  theme,
  contact,
}: FormProvider): FormProvider => ({ accountId, accountName, headerLogoUrl, theme, contact });

/** Returns what the visitor has typed into a drawn form, or has posted. */
function listTyped({ engine, posted }: Pick<OpenedForm, 'engine' | 'posted'>): Answers {
  const isGiven = (id: string) =>
    engine.touched.has(id) || Object.hasOwn(posted?.answers ?? {}, id);
  return Object.fromEntries(
    Object.entries(engine.store.getAnswers()).filter(([id]) => isGiven(id)),
  );
}

/**
 * Saves what was typed into a drawn form, whose workflow did not start on this device. Its key opens
 * the draft again.
 */
async function saveTyped(form: string, workflowKey: string, drawn: OpenedForm) {
  const ids = Object.keys(listTyped(drawn));
  if (ids.length === 0 || readTabChoice('sharedDevice') === 'yes') return;
  const { formElement, revision } = drawn.process;
  const version = { workflowKey, revision };
  const { read } = createDraftAnswers(drawn.engine, version);
  const changes = Object.fromEntries(
    ids.flatMap((id) => {
      const answer = read(id);
      return answer ? [[id, answer]] : [];
    }),
  );
  const { round } = await loadStoredForm(form);
  await saveDraft({ form, round }, { ...version, changes });
  await saveAsked(form, { formElement, revision, provider: pickProvider(drawn.process) });
}

/** Describes a form that was answered meanwhile, with what is in its fields. */
export const describeOpened = (
  { process, engine }: Pick<OpenedForm, 'process' | 'engine'>,
  error: unknown,
): AnsweredElsewhere => ({
  submittedAt: getProblem(error)?.submittedAt,
  unsent: collectUnsent(process, engine.store.getAnswers()),
  provider: pickProvider(process),
});

type Written = {
  form: string;
  draft?: Draft | undefined;
  /** A form that the page has drawn before it was opened. */
  drawn?: OpenedForm | undefined;
  /** Absent where neither a draft nor a drawn form needs it. */
  workflowKey?: string | undefined;
};

/** Describes a form that was answered before it was opened, with its draft and what was typed. */
export async function describeUnopened(
  { form, draft, drawn, workflowKey }: Written,
  submittedAt: string | undefined,
): Promise<AnsweredElsewhere> {
  if (drawn && workflowKey !== undefined) await saveTyped(form, workflowKey, drawn);
  const asked = await loadAsked(form);
  const filledIn = asked ?? drawn?.process;
  const values = { ...(draft && getDraftValues(draft)), ...(drawn && listTyped(drawn)) };
  return {
    submittedAt,
    unsent: filledIn && collectUnsent(filledIn, values),
    provider: drawn ? pickProvider(drawn.process) : asked?.provider,
  };
}
