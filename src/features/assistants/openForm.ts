import type { FormProcess, FormSession } from '#schemas/assistants.ts';
import { germanDay } from '#schemas/dates.rules.ts';
import { elementsOf } from '#schemas/forms.ts';
import { assistantsApi } from '#src/api/assistants.ts';
import { failedWith } from '#src/api/errors.ts';
import { formSession } from '#src/api/formSession.ts';
import { createFormEngine, type FormEngine, type ValidatorModule } from '#src/engine/react/formEngine.ts';
import { loadViews } from '#src/engine/react/loadViews.ts';
import { belongsTo, endDraft, loadDraft, moveDraft, type Draft } from '#src/lib/drafts.ts';
import { prefillFrom } from '#src/lib/prefill.ts';
import { registry } from '#widgets/registry.ts';
import type { AppDispatch } from './dispatch.ts';

export type OpenedForm = {
  process: FormProcess;
  engine: FormEngine;
  /** What happened to an earlier draft: none, taken up as it was, or carried into a new workflow without its files. */
  draft: 'none' | 'restored' | 'carried';
};

const validatorAddress = /^\/validators\/[0-9a-f]{32}\.js$/;

/** The revision's validators, from our own origin and nowhere else. */
async function loadValidators(url: string): Promise<ValidatorModule> {
  if (!validatorAddress.test(url)) throw new Error('Not an address of validators');
  return (await import(/* @vite-ignore */ url)) as ValidatorModule;
}

const start = (dispatch: AppDispatch, processGuid: string): Promise<FormSession> =>
  dispatch(assistantsApi.endpoints.startWorkflow.initiate({ body: { key: processGuid } })).unwrap();

/** Back to the draft's workflow, unless that was sent (its answer may have been lost on the way) or is gone. */
async function resume(dispatch: AppDispatch, { workflowKey }: Draft): Promise<FormSession | 'sent' | 'gone'> {
  try {
    return await dispatch(assistantsApi.endpoints.accessProcess.initiate({ body: { workflowKey } })).unwrap();
  } catch (error) {
    if (failedWith(error, 'alreadySubmitted')) return 'sent';
    if (failedWith(error, 'notFound') || failedWith(error, 'gone')) return 'gone';
    throw error;
  }
}

/** The draft of an earlier visit with its workflow; what was sent is no draft any more, or it would be sent twice. */
async function takeUpDraft(dispatch: AppDispatch, processGuid: string): Promise<{ draft?: Draft; resumed?: FormSession }> {
  const draft = await loadDraft(processGuid);
  if (!draft) return {};
  const resumed = await resume(dispatch, draft);
  if (resumed === 'gone') return { draft };
  if (resumed !== 'sent') return { draft, resumed };
  await endDraft(processGuid, draft.workflowKey);
  return {};
}

/** The draft's answers that still belong to the form and to the workflow it goes on in. */
function draftAnswers({ answers }: Draft, { workflowKey, formElement }: FormProcess): Record<string, unknown> {
  return Object.fromEntries(elementsOf(formElement).flatMap(({ id, type }) => {
    const answer = answers[id];
    return answer && belongsTo(workflowKey, answer, type) ? [[id, answer.value] as const] : [];
  }));
}

/** Opens a form by its link, with the draft of an earlier visit (decisions.md, How a form is reached; Drafts). */
export async function openForm(dispatch: AppDispatch, processGuid: string, search: string): Promise<OpenedForm> {
  const { draft, resumed } = await takeUpDraft(dispatch, processGuid);
  const session = resumed ?? (await start(dispatch, processGuid));
  formSession.set(session);

  const { workflowKey } = session;
  const process = await dispatch(assistantsApi.endpoints.getProcess.initiate({ query: { workflowKey } }, { forceRefetch: true, subscribe: false })).unwrap();
  const module = await loadValidators(process.metaData.validatorUrl);
  if (draft && !resumed) await moveDraft(processGuid, { from: draft.workflowKey, to: workflowKey, revision: process.revision });
  const earlier = draft ? draftAnswers(draft, process) : {};
  const engine = createFormEngine({
    content: process.formElement,
    registry,
    module,
    initial: { ...prefillFrom(search, elementsOf(process.formElement)), ...earlier },
    today: () => germanDay(new Date()),
  });
  await loadViews(engine.elements, registry);
  const hasAnswers = Object.values(earlier).some((value) => value !== undefined);
  return { process, engine, draft: !hasAnswers ? 'none' : resumed ? 'restored' : 'carried' };
}
