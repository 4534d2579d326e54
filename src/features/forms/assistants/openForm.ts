import {
  getProcess,
  isLoginRequired,
  type FormAccess,
  type FormProcess,
  type FormSession,
} from '#schemas/forms/assistants.ts';
import type { PostedForm } from '#schemas/forms/postedForms.ts';
import { fetchReply } from '#src/api/client/call.ts';
import { formSession, type Login } from '#src/api/client/formSession.ts';
import type { RestoredDraft } from '#src/engine/core/answers/restoreDraft.ts';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';
import {
  endDraft,
  loadStoredForm,
  moveDraft,
  unmarkSending,
  type Draft,
  type Thanks,
} from '#src/device/indexedDb/draftStorage.ts';
import type { FormLink } from './links.ts';
import { openEngine } from '#src/forms/sheet/openEngine.ts';
import { describeUnopened, type AnsweredElsewhere } from './unsent.ts';
import { beginWorkflow, isSent, returnTo, type SentWorkflow } from './workflows.ts';

export type OpenedForm = {
  process: FormProcess;
  engine: FormEngine;
  round: number;
  /** Result for an earlier draft: none, restored, or sent without arriving. */
  draft: 'none' | 'restored' | 'unsent';
  /** When the earlier draft was saved on this device. */
  restoredAt?: number | undefined;
  /** The page that the server has drawn of a form that was posted. */
  posted?: PostedForm;
  /** Answers of the draft that could not be restored. */
  lost: Pick<RestoredDraft, 'lostFiles' | 'lostAnswers'>;
};

type OpenOptions = {
  link: FormLink;
  search: string;
  login: Login;
  /** Idempotency key per visit, so that a retry gets the same workflow. */
  idempotencyKey: string;
  /** A form that the page has drawn before it is opened. */
  drawn?: OpenedForm | undefined;
  /** true when the page says that the form is closed: only an earlier visit can continue. */
  isClosed?: boolean;
};

/** Draft of an earlier visit, and its workflow: still open, or sent by another device. */
type Earlier =
  | {
      round: number;
      draft?: Draft;
      resumed?: FormSession;
      wasSending?: true;
      elsewhere?: SentWorkflow;
    }
  | { sent: Thanks };

const enter = async (access: FormAccess, key: string, login: Login): Promise<FormSession> =>
  isLoginRequired(access) ? login(access, key) : access;

/**
 * Restores a draft. A pending submission comes first, because it may have arrived. Another device
 * may have sent the workflow, and the draft stays then.
 */
async function takeUp(form: string, login: Login): Promise<Earlier> {
  const { round, draft, sending } = await loadStoredForm(form);
  const workflowKey = sending?.workflowKey ?? draft?.workflowKey;
  if (!workflowKey) return { round };
  const resumed = await returnTo(workflowKey, sending?.idempotencyKey);
  const earlier = { round, ...(draft ? { draft } : {}) };
  if (isSent(resumed)) {
    if (!sending || !resumed.isOwn) {
      await unmarkSending({ form, round });
      return { ...earlier, elsewhere: resumed };
    }
    await endDraft({ form, round });
    return { sent: sending.thanks };
  }
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
export const fetchProcess = (workflowKey: string): Promise<FormProcess> =>
  fetchReply(getProcess, { query: { workflowKey } });

async function begin(link: FormLink, idempotencyKey: string, login: Login): Promise<FormSession> {
  const key = await link.findKey();
  return enter(await beginWorkflow(key, idempotencyKey), key, login);
}

/** Resumes the workflow that has the files of a posted page; undefined if it is gone. */
async function resumePosted(
  { workflowKey }: PostedForm,
  login: Login,
): Promise<FormSession | undefined> {
  const access = await returnTo(workflowKey);
  return access === 'gone' || isSent(access) ? undefined : enter(access, workflowKey, login);
}

/**
 * Opens a form by its link and restores the draft of an earlier visit. A closed form opens only for
 * a draft whose workflow has started.
 */
export async function openForm({
  link,
  search,
  login,
  idempotencyKey,
  drawn,
  isClosed,
}: OpenOptions): Promise<
  OpenedForm | { sent: Thanks } | { answered: AnsweredElsewhere } | 'closed'
> {
  const visit = await takeUp(link.form, login);
  if ('sent' in visit) return visit;
  const { round, draft, wasSending, elsewhere } = visit;
  if (elsewhere && draft) {
    const written = { form: link.form, draft, drawn, workflowKey: draft.workflowKey };
    const answered = await describeUnopened(written, elsewhere.submittedAt);
    if (answered.unsent) return { answered };
  }
  const posted = drawn?.posted;
  const resumed = posted ? await resumePosted(posted, login) : visit.resumed;
  if (isClosed && !resumed) return 'closed';
  const session = resumed ?? (await begin(link, idempotencyKey, login));
  formSession.set(session);

  const { workflowKey } = session;
  const process = await fetchProcess(workflowKey);
  if (draft && draft.workflowKey !== workflowKey)
    await moveDraft(
      { form: link.form, round },
      { from: draft.workflowKey, to: workflowKey, revision: process.revision },
    );
  const { engine, hasDraft, restoredAt, lost } = await openEngine(process, {
    form: link.form,
    draft,
    search,
    drawn: drawn?.engine,
    posted: posted?.answers,
  });
  const outcome = wasSending ? 'unsent' : 'restored';
  const restored = {
    ...{ process, engine, round, restoredAt, lost },
    draft: hasDraft ? outcome : 'none',
  } as const;
  return posted ? { ...restored, posted } : restored;
}
