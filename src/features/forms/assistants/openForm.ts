import {
  isLoginRequired,
  type FormAccess,
  type FormProcess,
  type FormSession,
} from '#schemas/forms/assistants.ts';
import { assistantsApi } from '#src/api/forms/assistants.ts';
import { formSession, type Login } from '#src/api/client/formSession.ts';
import type { RestoredDraft } from '#src/engine/core/answers/restoreDraft.ts';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';
import {
  endDraft,
  loadStoredForm,
  moveDraft,
  type Draft,
  type Thanks,
} from '#src/device/draftStorage.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import type { FormLink } from './links.ts';
import { openEngine } from '#src/forms/sheet/openEngine.ts';
import { returnTo, startWorkflow } from './workflows.ts';

export type OpenedForm = {
  process: FormProcess;
  engine: FormEngine;
  round: number;
  /** Result for an earlier draft: none, restored, or sent without arriving. */
  draft: 'none' | 'restored' | 'unsent';
  /** Answers of the draft that could not be restored. */
  lost: Pick<RestoredDraft, 'lostFiles' | 'lostAnswers'>;
};

type OpenOptions = {
  link: FormLink;
  search: string;
  login: Login;
  /** Idempotency key per visit, so that a retry gets the same workflow. */
  idempotencyKey: string;
};

/** Draft of an earlier visit, and its workflow if it is still open. */
type Earlier =
  { round: number; draft?: Draft; resumed?: FormSession; wasSending?: true } | { sent: Thanks };

const enter = async (access: FormAccess, key: string, login: Login): Promise<FormSession> =>
  isLoginRequired(access) ? login(access, key) : access;

/** Restores a draft. A pending submission comes first, because it may have arrived. */
async function takeUp(dispatch: AppDispatch, form: string, login: Login): Promise<Earlier> {
  const { round, draft, sending } = await loadStoredForm(form);
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

/**
 * Fetches the form of a workflow. Its elements are fixed, because a workflow keeps its revision.
 */
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

/** Opens a form by its link and restores the draft of an earlier visit. */
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
