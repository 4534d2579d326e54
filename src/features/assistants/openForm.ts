import {
  isLoginRequired,
  type FormAccess,
  type FormProcess,
  type FormSession,
} from '#schemas/assistants.ts';
import { assistantsApi } from '#src/api/assistants.ts';
import { formSession, type Login } from '#src/api/formSession.ts';
import type { Carried } from '#src/engine/core/carryAnswers.ts';
import type { FormEngine } from '#src/engine/react/formEngine.ts';
import { endDraft, loadKept, moveDraft, type Draft, type Thanks } from '#src/lib/drafts.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import type { FormLink } from './links.ts';
import { openEngine } from '#src/forms/sheet/openEngine.ts';
import { returnTo, startWorkflow } from './workflows.ts';

export type OpenedForm = {
  process: FormProcess;
  engine: FormEngine;
  round: number;
  /** What became of an earlier draft: there was none, it is back, or it was sent and did not arrive. */
  draft: 'none' | 'restored' | 'unsent';
  /** What of the draft could not be taken up. */
  lost: Pick<Carried, 'lostFiles' | 'lostAnswers'>;
};

type OpenOptions = {
  link: FormLink;
  search: string;
  login: Login;
  /** One per visit: opening again after a lost answer goes on in the workflow that was started. */
  idempotencyKey: string;
};

/** Where an earlier visit left off: its draft, and its workflow where that goes on. */
type Earlier =
  { round: number; draft?: Draft; resumed?: FormSession; wasSending?: true } | { sent: Thanks };

const enter = async (access: FormAccess, key: string, login: Login): Promise<FormSession> =>
  isLoginRequired(access) ? login(access, key) : access;

/** Takes up the draft of an earlier visit. A mark of sending comes first: its answers may have arrived, or must go out under its key. */
async function takeUp(dispatch: AppDispatch, form: string, login: Login): Promise<Earlier> {
  const { round, draft, sending } = await loadKept(form);
  const workflowKey = sending?.workflowKey ?? draft?.workflowKey;
  if (!workflowKey) return { round };
  const resumed = await returnTo(dispatch, workflowKey);
  if (resumed === 'sent') {
    await endDraft({ form, round });
    return sending ? { sent: sending.thanks } : { round: round + 1 };
  }
  const earlier = { round, ...(draft ? { draft } : {}) };
  return resumed === 'gone'
    ? earlier
    : {
        ...earlier,
        resumed: await enter(resumed, workflowKey, login),
        ...(sending ? { wasSending: true } : {}),
      };
}

/** The form of a workflow as the server has it now; its elements never change, for a workflow stays on its revision. */
export const fetchProcess = (dispatch: AppDispatch, workflowKey: string): Promise<FormProcess> =>
  dispatch(
    assistantsApi.endpoints.getProcess.initiate(
      { query: { workflowKey } },
      { forceRefetch: true, subscribe: false },
    ),
  ).unwrap();

async function begin(
  dispatch: AppDispatch,
  link: FormLink,
  idempotencyKey: string,
  login: Login,
): Promise<FormSession> {
  const key = await link.findKey(dispatch);
  return enter(await startWorkflow(dispatch, key, idempotencyKey), key, login);
}

/** Opens a form by its link, with the draft of an earlier visit (decisions.md, How a form is reached; Drafts). */
export async function openForm(
  dispatch: AppDispatch,
  { link, search, login, idempotencyKey }: OpenOptions,
): Promise<OpenedForm | { sent: Thanks }> {
  const visit = await takeUp(dispatch, link.form, login);
  if ('sent' in visit) return visit;
  const { round, draft, resumed, wasSending } = visit;
  const session = resumed ?? (await begin(dispatch, link, idempotencyKey, login));
  formSession.set(session);

  const { workflowKey } = session;
  const process = await fetchProcess(dispatch, workflowKey);
  if (draft && !resumed)
    await moveDraft(
      { form: link.form, round },
      { from: draft.workflowKey, to: workflowKey, revision: process.revision },
    );
  const { engine, hasDraft, lost } = await openEngine(process, { form: link.form, draft, search });
  const outcome = wasSending ? 'unsent' : 'restored';
  return { process, engine, round, draft: hasDraft ? outcome : 'none', lost };
}
