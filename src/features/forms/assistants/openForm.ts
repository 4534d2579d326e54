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
  type StoredForm,
} from '#src/device/indexedDb/draftStorage.ts';
import type { Sent } from '#src/device/indexedDb/receipts.ts';
import type { FormLink } from './links.ts';
import { openEngine } from '#src/forms/sheet/openEngine.ts';
import { describeUnopened, type AnsweredElsewhere } from './unsent.ts';
import { hasChangedSince } from '#src/forms/sheet/collectUnsent.ts';
import { beginWorkflow, isSent, noteArrived, returnTo, type SentWorkflow } from './workflows.ts';

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

/** Draft of an earlier visit, and its workflow: still open, or sent with other answers. */
type Earlier =
  | {
      round: number;
      draft?: Draft;
      resumed?: FormSession;
      wasSending?: true;
      elsewhere?: SentWorkflow;
    }
  | { sent: Sent };

const enter = async (access: FormAccess, key: string, login: Login): Promise<FormSession> =>
  isLoginRequired(access) ? login(access, key) : access;

/**
 * Takes up what this device has stored of a form that was sent. The draft ends if it was sent; it
 * stays if another device has sent the form, or if it was changed after the submission.
 */
async function takeUpSent(
  form: string,
  { round, draft, sending }: StoredForm,
  state: SentWorkflow,
): Promise<Earlier> {
  const sent = sending && state.isOwn ? await noteArrived(form, sending, state) : undefined;
  if (sending && sent && !hasChangedSince(sending, draft)) {
    await endDraft({ form, round });
    return { sent };
  }
  await unmarkSending({ form, round });
  return { round, ...(draft ? { draft } : {}), elsewhere: state };
}

/** Restores a draft. A pending submission comes first, because it may have arrived. */
async function takeUp(form: string, login: Login): Promise<Earlier> {
  const stored = await loadStoredForm(form);
  const { round, draft, sending } = stored;
  const workflowKey = sending?.workflowKey ?? draft?.workflowKey;
  if (!workflowKey) return { round };
  const resumed = await returnTo(workflowKey, sending?.idempotencyKey);
  if (isSent(resumed)) return takeUpSent(form, stored, resumed);
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
}: OpenOptions): Promise<OpenedForm | { sent: Sent } | { answered: AnsweredElsewhere } | 'closed'> {
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
